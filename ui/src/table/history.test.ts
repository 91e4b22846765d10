import { describe, expect, it } from "vitest";
import type { Happened } from "../wire";
import { isAction, kindOf, movesThisTurn } from "./history";

const moved = (seq: number, seat: string, move: string, ...events: string[]): Happened => ({ seq, at: 0, what: "moved", seat, move, events });

describe("moves of this turn", () => {
  it("begin after the seat's last turn ended", () => {
    const log = [moved(1, "A", "take W1"), moved(2, "A", "take W2", "turn_ended A"), moved(3, "B", "take W3", "turn_ended B"), moved(4, "A", "upgrade +O1")];
    expect(movesThisTurn(log, "A").map((one) => one.seq)).toEqual([4]);
  });
  it("leave out what was taken back", () => {
    const log: Happened[] = [moved(1, "A", "take W1"), moved(2, "A", "upgrade +O1"), { seq: 3, at: 0, what: "undone", seat: "A", moves: 1 }];
    expect(movesThisTurn(log, "A").map((one) => one.seq)).toEqual([1]);
  });
  it("know actions from choices", () => {
    expect(isAction("insert place W1:O1@22")).toBe(true);
    expect(isAction("reward I3")).toBe(false);
    expect(kindOf("insert master W9:O1@22")).toBe("master");
  });
});
