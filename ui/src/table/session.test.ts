import { beforeEach, describe, expect, it, vi } from "vitest";
import { STEP } from "../game";
import type { Connection } from "../lib/connection.svelte";
import type { Do, Staged, TableView } from "../wire";
import { placeStep } from "./steps";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("document", { documentElement: { dataset: {}, lang: "" }, querySelector: () => null });
const { Session } = await import("./session.svelte");

const PLAYER = { supply: { I2: 1 }, puzzles: { W1: [], W2: [] }, pile: [], credits: { left: 0, right: 0 }, ambassador: [], ambassador_fresh: [], noted: { puzzles: 0, ambassador: 0, ambassador_fresh: 0 }, touches: 0, touches_by_credit: 0 };
const table = (actions: number, seq = 1): TableView =>
  ({
    code: "AAAAAAAA", seq, now: 0, phase: "playing", settings: {}, owner: true, chat: false, chairs: [], you: ["A"], legal: { A: [1, STEP.MASTER] }, undo: { moves: 0, why: "nothing" },
    market: ["W3"], game: { players: { A: PLAYER }, reserve: { I2: 3 }, turn: { seat: "A", actions_left: actions, master_used: false, black_taken: 0 }, phase: "play", active: ["A"] },
  }) as unknown as TableView;

/** A server that says what it is told to say. */
class Fake {
  asked: number[][] = [];
  done: Do[] = [];
  answer: (steps: number[]) => Partial<Staged> = () => ({});
  async stage(_seat: string, steps: number[]): Promise<Staged> {
    this.asked.push(steps);
    return { kind: "staged", id: "1", steps, legal: [], player: PLAYER, reserve: { I2: 3 }, move: null, ends_turn: false, reveals: false, ...this.answer(steps) };
  }
  async do(what: Do): Promise<unknown> {
    this.done.push(what);
    return { kind: "done", id: "1", seq: 2 };
  }
}

let server: Fake;
const begin = (actions = 3) => new Session(server as unknown as Connection, table(actions));
beforeEach(() => (server = new Fake()));

describe("staging", () => {
  it("sends a whole move at once when the turn goes on", async () => {
    server.answer = () => ({ move: "place W1:I2@12,22" });
    const session = begin();
    expect(await session.add(placeStep(0, 27))).toBe(true);
    expect(server.done).toEqual([{ kind: "play", seat: "A", steps: [placeStep(0, 27)] }]);
  });
  it("keeps the last action until the turn is ended", async () => {
    server.answer = () => ({ move: "place W1:I2@12,22", ends_turn: true });
    const session = begin(1);
    await session.add(placeStep(0, 27));
    expect(server.done).toEqual([]);
    expect([session.endsTurn, session.canEnd]).toEqual([true, true]);
    await session.endTurn();
    expect(server.done).toHaveLength(1);
  });
  it("keeps a last take that would turn over a card, though the server cannot say that it ends the turn", async () => {
    server.answer = () => ({ move: "take W3", reveals: true });
    const session = begin(1);
    await session.instead(STEP.TAKE, true);
    expect(session.endsTurn).toBe(true);
    expect(server.done).toEqual([]);
  });
  it("waits for a word before a card is turned over, unless it was dragged", async () => {
    server.answer = () => ({ move: "take W3", reveals: true });
    const session = begin();
    await session.instead(STEP.TAKE);
    expect(server.done).toEqual([]);
    await session.confirm();
    expect(session.busy).toBe(true);
    session.show(table(2, 2), [{ seq: 2, at: 0, what: "moved", seat: "A" }]);
    expect(session.busy).toBe(false);
    await session.instead(STEP.TAKE, true);
    expect(server.done).toHaveLength(2);
  });
  it("gathers a Master and takes its steps back one by one", async () => {
    server.answer = (steps) => (steps.at(-1) === STEP.DONE ? { move: "master" } : { legal: steps.length > 1 ? [STEP.DONE] : [3] });
    const session = begin();
    await session.instead(STEP.MASTER);
    await session.add(placeStep(0, 27));
    await session.add(placeStep(1, 27));
    expect([session.stage, session.stagedOn("W2")]).toEqual(["master", 1]);
    await session.takeBack();
    expect(session.stagedOn("W2")).toBe(0);
    await session.confirm();
    expect(server.done).toEqual([{ kind: "play", seat: "A", steps: [STEP.MASTER, placeStep(0, 27), STEP.DONE] }]);
  });
  it("tells the server's reason and keeps what was staged", async () => {
    const session = begin();
    await session.instead(STEP.MASTER);
    server.stage = () => Promise.reject(new Error("It does not fit."));
    expect(await session.add(placeStep(0, 1))).toBe(false);
    expect([session.notice, session.bad, session.steps]).toEqual(["It does not fit.", true, [STEP.MASTER]]);
  });
  it("forgets what was staged once the move is on the table", async () => {
    const session = begin();
    await session.instead(STEP.MASTER);
    session.show(table(2, 2), [{ seq: 2, at: 0, what: "moved", seat: "A" }]);
    expect(session.steps).toEqual([]);
  });
});
