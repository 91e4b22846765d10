import { describe, expect, it } from "vitest";
import type { Happened, TableView } from "../wire";
import { breakdown, course, decidedBy, MASTERMIND, standing } from "./scores";

let seq = 0;
const moved = (seat: string, ...events: string[]): Happened => ({ seq: ++seq, at: 0, what: "moved", seat, move: "x", events });
const undone = (seat: string, moves: number): Happened => ({ seq: ++seq, at: 0, what: "undone", seat, moves });

function player(more: object): object {
  return { supply: {}, puzzles: {}, pile: [], credits: { left: 0, right: 0 }, ambassador: [], ambassador_fresh: [], noted: { points: 0, puzzles: 0 }, touches: 0, touches_by_credit: 0, ...more };
}

function table(players: Record<string, object>, scores: Record<string, number>, winners: string[], more: object = {}): TableView {
  const seats = Object.keys(players);
  return {
    code: "KITE42AB",
    seq: 9,
    now: 0,
    phase: "over",
    settings: {},
    owner: false,
    chat: false,
    chairs: seats.map((seat) => ({ name: `Name ${seat}` })),
    seats: Object.fromEntries(seats.map((seat, chair) => [seat, { chair }])),
    you: ["A"],
    game: { expansions: [], variants: [], players, scores, winners, over: true, ...more },
  };
}

describe("scores taken apart", () => {
  it("add up to what the server says", () => {
    // W1 is worth 2, B1 is worth 5; B1 lies filled by touches, W9 (1 point, two cells) is unfinished.
    const filled = ["O4@02,03,12,13", "O4@10,11,20,21", "O4@22,23,32,33", "O1@24", "O1@34", "O1@31", "I2@41,42"];
    const view = table(
      { A: player({ pile: ["W1"], puzzles: { W9: ["O1@22"] }, supply: { O1: 2, I2: 1 } }), B: player({ puzzles: { B1: filled }, touches: 2, touches_by_credit: 1, credits: { left: 0, right: 3 } }) },
      { A: 1, B: 4 },
      ["B"],
    );
    const [first, second] = breakdown(view);
    expect(first).toMatchObject({ seat: "B", winner: true, place: 1, completed: 5, unfinished: 0, touches: -1, score: 4, puzzles: 1, credits: 3 });
    expect(second).toMatchObject({ seat: "A", you: true, place: 2, completed: 2, unfinished: -1, touches: 0, score: 1, pieces: 3 });
  });

  it("count Ambassador puzzles and written-down points", () => {
    const view = table({ A: player({ ambassador: ["W1"], noted: { points: 7, puzzles: 4 } }) }, { A: 9 }, ["A"]);
    expect(breakdown(view)[0]).toMatchObject({ completed: 9, unfinished: 0, puzzles: 5 });
  });

  it("have a row for the mastermind, which wins ties", () => {
    const view = table({ A: player({ pile: ["W1"] }) }, { A: 2, mastermind: 2 }, [MASTERMIND], { solo: { pile: ["W1"] }, variants: ["solo"] });
    expect(breakdown(view).map((row) => [row.seat, row.place])).toEqual([[MASTERMIND, 1], ["A", 2]]);
  });

  it("name the tie-break that decided", () => {
    const tie = (a: object, b: object) => decidedBy(breakdown(table({ A: player(a), B: player(b) }, { A: 2, B: 2 }, ["A"])));
    expect(tie({ pile: ["W1"], credits: { left: 0, right: 2 } }, { pile: ["W1"] })).toEqual({ by: "credits", best: 2, next: 0 });
    expect(tie({ pile: ["W9", "W10"] }, { pile: ["W1"] })).toEqual({ by: "completed", best: 2, next: 1 });
    expect(tie({ pile: ["W1"], supply: { O1: 2 } }, { pile: ["W1"], supply: { O1: 1 } })).toEqual({ by: "pieces", best: 2, next: 1 });
    expect(decidedBy(breakdown(table({ A: player({}), B: player({}) }, { A: 3, B: 2 }, ["A"])))).toBeNull();
  });
});

describe("score by round", () => {
  it("adds completed puzzles and ends rounds", () => {
    const log = [moved("A", "completed A W1", "turn_ended A"), moved("B", "turn_ended B", "round_ended 1"), moved("A", "completed A B1", "triggered A 0", "turn_ended A"), moved("B", "completed B W9", "turn_ended B", "round_ended 2", "stopped black_deck")];
    expect(course(log, ["A", "B"])).toEqual({ lines: { A: [0, 2, 7], B: [0, 0, 1] }, rounds: 2, triggered: 2 });
  });

  it("forgets what was taken back, seat by seat", () => {
    const log = [moved("A", "completed A W1"), moved("B", "completed B B1"), undone("A", 1), moved("A", "turn_ended A", "round_ended 1")];
    expect(standing(log).map((move) => move.seat)).toEqual(["B", "A"]);
    expect(course(log, ["A", "B"]).lines).toEqual({ A: [0, 0], B: [0, 5] });
  });

  it("counts what the mastermind takes", () => {
    expect(course([moved("A", "turn_ended A", "mastermind_took B1 4", "round_ended 1")], ["A", MASTERMIND]).lines).toEqual({ A: [0, 0], mastermind: [0, 5] });
  });

  it("closes a round that Line Clear breaks off", () => {
    const log = [moved("A", "turn_ended A", "round_ended 1"), moved("B", "completed B W1", "turn_ended B", "stopped markers"), moved("A", "over")];
    expect(course(log, ["A", "B"])).toMatchObject({ rounds: 2, lines: { A: [0, 0, 0], B: [0, 0, 2] } });
  });
});
