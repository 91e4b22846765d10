import { describe, expect, it } from "vitest";
import { rules } from "./i18n/rules/en";
import { BOOK, inForce, numbers, type Facts } from "./rulebook";

const V25 = { actions_per_turn: "exactly_3", blind_draw: "yes", solo_blind_draw: "yes", recycle: "yes", take_level1: "upgrade", upgrade_down: "any", upgrade_up_when_level_missing: "next_available", vp_pile: "face_down", black_take_limit_after_trigger: 1, unfinished_penalty: "yes", solo_difficulty: [6, 3, 0], line_clear_order: "white_first", level_up_scope: "upgrade_B", ambassador_when: "future_turn" };
const lines = (facts: Facts) => inForce(facts).flatMap((section) => section.lines);

describe("the rulebook", () => {
  it("uses every text", () => {
    const used = BOOK.flatMap((section) => [section.title, ...section.lines.map(([key]) => key)]);
    const known = Object.keys(rules).filter((key) => !key.startsWith("learn."));
    expect([...used].sort()).toEqual(known.sort());
  });

  it("tells only what is in force", () => {
    const told = lines({ settings: { variants: [], expansions: [] }, options: V25 });
    expect(told).toContain("actions.recycle");
    expect(told).toContain("end.limit");
    expect(told.some((key) => /^(solo|ghost|finesse|lineClear|ambassador|endless)\./.test(key))).toBe(false);
  });

  it("knows the solo game", () => {
    const facts: Facts = { settings: { variants: ["solo"], expansions: ["finesse"], difficulty: "hard" }, options: V25 };
    const told = lines(facts);
    for (const key of ["solo.turn", "solo.finesse", "score.tieSolo", "touches.credits"]) expect(told).toContain(key);
    for (const key of ["actions.recycle", "end.limit", "complete.closed", "goal.most"]) expect(told).not.toContain(key);
    expect(numbers(facts)).toMatchObject({ supply: 3, limit: 1 });
  });

  it("follows an older edition", () => {
    const told = lines({ settings: {}, options: { ...V25, actions_per_turn: "up_to_3", take_level1: "own_action", black_take_limit_after_trigger: "none", unfinished_penalty: "solo_only", vp_pile: "face_up" } });
    for (const key of ["turn.upTo", "actions.levelOne", "end.noLimit", "score.noPenalty", "complete.open"]) expect(told).toContain(key);
    for (const key of ["turn.exactly", "actions.upgrade", "end.limit", "score.penalty"]) expect(told).not.toContain(key);
  });
});
