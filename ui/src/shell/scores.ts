/** Final scores taken apart, and points after each round, from what the table shows everybody. */
import { gameOf, nameOf, seatNumber, type GameView, type PlayerView } from "../lib/view";
import { bits, cardOf, recessOf } from "../pieces/cards";
import type { Happened, TableView } from "../wire";

export const MASTERMIND = "mastermind";

export interface Row {
  seat: string;
  name: string;
  bot: boolean;
  you: boolean;
  winner: boolean;
  place: number;
  completed: number;
  unfinished: number;
  touches: number;
  score: number;
  puzzles: number;
  pieces: number;
  credits: number;
}

type Whole = PlayerView & { ambassador?: string[]; ambassador_fresh?: string[] };

const cellsCovered = (placed: string[]): number => placed.reduce((sum, one) => sum + one.split(",").length, 0);
const isFilled = (card: string, placed: string[]): boolean => cellsCovered(placed) >= bits(recessOf(card));
const pointsOf = (cards: readonly string[]): number => cards.reduce((sum, card) => sum + cardOf(card).points, 0);

/** One row for each player, best first; in solo the mastermind has one too. */
export function breakdown(table: TableView): Row[] {
  const game = gameOf(table);
  if (!game) return [];
  const rows = Object.entries(game.players).map(([seat, player]) => rowOf(table, game, seat, player));
  if (game.solo) rows.push(mastermindRow(game));
  // Winners first, for the server knows every tie-break; then by what can be seen.
  rows.sort((one, other) => Number(other.winner) - Number(one.winner) || better(other, one));
  rows.forEach((row, index) => {
    const above = rows[index - 1];
    row.place = above && above.winner === row.winner && (row.winner || better(above, row) === 0) ? above.place : index + 1;
  });
  return rows;
}

const better = (one: Row, other: Row): number =>
  one.score - other.score || one.credits - other.credits || one.puzzles - other.puzzles || one.pieces - other.pieces;

function rowOf(table: TableView, game: GameView, seat: string, player: Whole): Row {
  const chair = table.chairs[table.seats?.[seat]?.chair ?? -1];
  const done = [...(player.pile ?? []), ...(player.ambassador ?? []), ...(player.ambassador_fresh ?? [])];
  const filled = Object.entries(player.puzzles)
    .filter(([card, placed]) => isFilled(card, placed))
    .map(([card]) => card);
  const completed = pointsOf([...done, ...filled]) + (player.noted.points ?? 0);
  const touches = player.touches_by_credit - player.touches;
  const score = game.scores[seat] ?? 0;
  return {
    seat,
    name: nameOf(table, seat),
    bot: Boolean(chair?.bot) || Boolean(table.seats?.[seat]?.replaced),
    you: table.you?.includes(seat) ?? false,
    winner: !table.drawn && game.winners.includes(seat),
    place: 0,
    completed,
    unfinished: score - completed - touches, // whatever the edition takes for them
    touches,
    score,
    puzzles: done.length + filled.length + player.noted.puzzles,
    pieces: Object.values(player.supply).reduce((sum, count) => sum + count, 0),
    credits: player.credits.left + player.credits.right,
  };
}

function mastermindRow(game: GameView): Row {
  const score = game.scores[MASTERMIND] ?? 0;
  const puzzles = game.solo?.pile.length ?? 0;
  return {
    seat: MASTERMIND,
    name: "",
    bot: true,
    you: false,
    winner: game.winners.includes(MASTERMIND),
    place: 0,
    completed: score,
    unfinished: 0,
    touches: 0,
    score,
    puzzles,
    pieces: 0,
    credits: 0,
  };
}

export interface Course {
  /** Points of completed puzzles by seat: index 0 is the start, index n the end of round n. */
  lines: Record<string, number[]>;
  rounds: number;
  /** The round in which the end was triggered. */
  triggered: number | null;
}

/** Moves that were not taken back. */
export function standing(log: readonly Happened[]): Happened[] {
  const moves: Happened[] = [];
  for (const entry of log) {
    if (entry.what === "moved") moves.push(entry);
    else if (entry.what === "undone") {
      for (let left = entry.moves ?? 0; left > 0; left--) {
        const last = moves.findLastIndex((move) => move.seat === entry.seat);
        if (last >= 0) moves.splice(last, 1);
      }
    }
  }
  return moves;
}

/** Points round by round, from the log. */
export function course(log: readonly Happened[], seats: readonly string[]): Course {
  const now = Object.fromEntries(seats.map((seat) => [seat, 0]));
  const lines = Object.fromEntries(seats.map((seat) => [seat, [0]]));
  let rounds = 0;
  let triggered: number | null = null;
  let fresh = false; // something happened since the last round ended
  let stopped = false;
  const endRound = () => {
    rounds++;
    for (const seat of seats) lines[seat]!.push(now[seat]!);
    fresh = false;
  };
  const add = (seat: string, card: string) => {
    if (seat in now) now[seat]! += cardOf(card).points;
  };
  for (const move of standing(log)) {
    for (const event of move.events ?? []) {
      const [kind, first = "", second = ""] = event.split(" ");
      if (kind === "completed" && !stopped) add(first, second);
      else if (kind === "mastermind_took") add(MASTERMIND, first);
      else if (kind === "triggered") triggered = rounds + 1;
      else if (kind === "turn_ended") fresh = true;
      else if (kind === "round_ended") endRound();
      else if (kind === "stopped") stopped = true;
    }
    if (stopped && fresh) endRound(); // Line Clear may stop within a round
  }
  return { lines, rounds, triggered };
}

/** Which tie-break decided between the winner and the best of the rest, if one did. */
export function decidedBy(rows: readonly Row[]): { by: "credits" | "completed" | "pieces"; best: number; next: number } | null {
  const winner = rows.find((row) => row.winner);
  const next = rows.find((row) => !row.winner && row.seat !== MASTERMIND);
  if (!winner || !next || winner.seat === MASTERMIND || winner.score !== next.score || rows.some((row) => row.seat === MASTERMIND)) return null;
  if (winner.credits !== next.credits) return { by: "credits", best: winner.credits, next: next.credits };
  if (winner.puzzles !== next.puzzles) return { by: "completed", best: winner.puzzles, next: next.puzzles };
  return { by: "pieces", best: winner.pieces, next: next.pieces };
}

/** The colour of a line or a face. */
export const colourOf = (seat: string): string => (seat === MASTERMIND ? "var(--text2)" : `var(--player${seatNumber(seat) + 1})`);
