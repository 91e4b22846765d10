/** Which sentence of the rules holds when. The options in force come from the server; nothing is decided here. */
import type { Settings } from "../wire";
import type { RuleTexts } from "./i18n/rules/en";

export type RuleKey = keyof RuleTexts;

export interface Facts {
  settings: Partial<Settings>;
  options: Record<string, unknown>;
}

type Holds = (facts: Facts) => boolean;
interface Section {
  title: RuleKey;
  holds?: Holds;
  lines: [RuleKey, Holds?][];
}

const expansion =
  (name: string): Holds =>
  ({ settings }) =>
    settings.expansions?.includes(name) ?? false;
const variant =
  (name: string): Holds =>
  ({ settings }) =>
    settings.variants?.includes(name) ?? false;
const option =
  (name: string, value: unknown): Holds =>
  ({ options }) =>
    options[name] === value;
const not =
  (one: Holds): Holds =>
  (facts) =>
    !one(facts);
const both =
  (...all: Holds[]): Holds =>
  (facts) =>
    all.every((one) => one(facts));

const solo = variant("solo");
const lineClear = variant("line_clear");
const finesse = expansion("finesse");
const ghost = expansion("ghost");
const ambassador = expansion("ambassador");
const limited: Holds = ({ options }) => typeof options.black_take_limit_after_trigger === "number";
const open: Holds = (facts) => option("vp_pile", "face_up")(facts) || variant("known_points")(facts);
const penalty: Holds = (facts) => option("unfinished_penalty", "yes")(facts) || both(option("unfinished_penalty", "solo_only"), solo)(facts);
const blind: Holds = (facts) => option(solo(facts) ? "solo_blind_draw" : "blind_draw", "yes")(facts);

export const BOOK: Section[] = [
  { title: "goal.title", lines: [["goal.fill"], ["goal.most", not(solo)], ["goal.solo", solo]] },
  { title: "pieces.title", lines: [["pieces.levels"], ["pieces.ghosts", ghost], ["pieces.start"]] },
  {
    title: "market.title",
    lines: [["market.rows", both(not(solo), not(lineClear))], ["market.sides", lineClear], ["market.grid", solo], ["market.colours"], ["market.phoenix", expansion("phoenix")]],
  },
  { title: "turn.title", lines: [["turn.exactly", option("actions_per_turn", "exactly_3")], ["turn.upTo", option("actions_per_turn", "up_to_3")], ["turn.master"]] },
  {
    title: "actions.title",
    lines: [
      ["actions.take"],
      ["actions.blind", blind],
      ["actions.recycle", both(not(solo), option("recycle", "yes"))],
      ["actions.upgrade", option("take_level1", "upgrade")],
      ["actions.levelOne", option("take_level1", "own_action")],
      ["actions.upgradeOnly", option("take_level1", "own_action")],
      ["actions.upgradeAny", option("upgrade_down", "any")],
      ["actions.upgradeOne", option("upgrade_down", "one")],
      ["actions.upgradeNext", option("upgrade_up_when_level_missing", "next_available")],
      ["actions.upgradeTwo", option("upgrade_up_when_level_missing", "two_levels")],
      ["actions.place"],
      ["actions.master"],
    ],
  },
  { title: "complete.title", lines: [["complete.when"], ["complete.short"], ["complete.closed", both(not(open), not(solo))], ["complete.open", both(open, not(solo))]] },
  {
    title: "solo.title",
    holds: solo,
    lines: [["solo.locks"], ["solo.take"], ["solo.turn"], ["solo.after"], ["solo.locked"], ["solo.finesse", finesse], ["solo.recycle", option("recycle", "yes")]],
  },
  {
    title: "lineClear.title",
    holds: lineClear,
    lines: [
      ["lineClear.markers"],
      ["lineClear.together", option("line_clear_order", "simultaneous")],
      ["lineClear.inTurn", not(option("line_clear_order", "simultaneous"))],
      ["lineClear.white"],
      ["lineClear.black"],
    ],
  },
  { title: "ghost.title", holds: ghost, lines: [["ghost.get"], ["ghost.action"], ["ghost.levelUp", option("level_up_scope", "upgrade_B")], ["ghost.levelUpOnly", option("level_up_scope", "up_only")]] },
  {
    title: "ambassador.title",
    holds: ambassador,
    lines: [["ambassador.reward"], ["ambassador.future", option("ambassador_when", "future_turn")], ["ambassador.any", option("ambassador_when", "any_later_action")]],
  },
  { title: "finesse.title", holds: finesse, lines: [["finesse.tiles"], ["finesse.pay"], ["finesse.insert"], ["finesse.bank"]] },
  { title: "endless.title", holds: variant("endless_white"), lines: [["endless.how"]] },
  {
    title: "end.title",
    lines: [
      ["end.deck", both(not(solo), not(lineClear))],
      ["end.sides", lineClear],
      ["end.solo", solo],
      ["end.limit", both(limited, not(solo))],
      ["end.noLimit", both(not(limited), not(solo))],
      ["end.tiles", finesse],
    ],
  },
  { title: "touches.title", lines: [["touches.points", not(finesse)], ["touches.credits", finesse], ["touches.noReward"]] },
  {
    title: "score.title",
    lines: [["score.penalty", penalty], ["score.noPenalty", not(penalty)], ["score.tie", both(not(solo), not(finesse))], ["score.tieCredits", both(not(solo), finesse)], ["score.tieSolo", solo]],
  },
];

const DIFFICULTIES = ["normal", "hard", "unbeatable"];

/** The numbers that sentences mention. */
export function numbers({ settings, options }: Facts): Record<string, number> {
  const supplies = options.solo_difficulty as number[] | undefined;
  return {
    limit: Number(options.black_take_limit_after_trigger) || 0,
    supply: supplies?.[DIFFICULTIES.indexOf(settings.difficulty ?? "normal")] ?? 0,
  };
}

export const inForce = (facts: Facts): { title: RuleKey; lines: RuleKey[] }[] =>
  BOOK.filter((section) => section.holds?.(facts) ?? true).map((section) => ({
    title: section.title,
    lines: section.lines.filter(([, holds]) => holds?.(facts) ?? true).map(([key]) => key),
  }));
