/** The moves of the present turn, for the boxes of "This turn". */
import type { Happened } from "../wire";

/** A seat's moves since its turn began, without those taken back. */
export function movesThisTurn(log: readonly Happened[], seat: string): Happened[] {
  const moves: Happened[] = [];
  for (const one of log) {
    if (one.what === "undone" && one.seat === seat) moves.splice(-(one.moves ?? 1));
    if (one.what !== "moved") continue;
    if (one.seat === seat) moves.push(one);
    if (one.events?.includes(`turn_ended ${seat}`)) moves.length = 0;
  }
  return moves;
}

/** The kind of a move: its first word, "insert" left out. */
export const kindOf = (move: string): string => move.replace(/^insert /, "").split(" ")[0] ?? "";

/** Moves that cost an action; choices that follow from one do not. */
export const isAction = (move: string): boolean => ["take", "recycle", "upgrade", "place", "master", "ambassador", "ghost"].includes(kindOf(move));
