/** The `game` of a TableView as the server writes it (src/projectl/game/position.py and view.py). */
import type { TableView } from "../wire";

export interface PlayerDocument {
  supply: Record<string, number>;
  puzzles: Record<string, string[]>;
  pile?: string[];
  pile_size?: number;
  credits: { left: number; right: number };
  ambassador: string[];
  ambassador_fresh: string[];
  noted: { points?: number; puzzles: number; ambassador: number; ambassador_fresh: number };
  touches: number;
  touches_by_credit: number;
}

export interface TurnDocument {
  seat: string;
  actions_left: number;
  master_used: boolean;
  black_taken: number;
  inserting?: boolean;
  paying_credit?: boolean;
  choice?: { kind: "complete" | "reward" | "levelup"; card?: string; steps?: number };
}

interface ColorDocument {
  row?: (string | null)[];
  left?: (string | null)[];
  right?: (string | null)[];
  deck_size: number;
  bottom: string[];
}

export interface GameDocument {
  edition: string;
  expansions: string[];
  variants: string[];
  difficulty: string;
  cards?: Record<string, unknown>[];
  players: Record<string, PlayerDocument>;
  white?: ColorDocument;
  black?: ColorDocument;
  solo?: { grid: (string | null)[]; deck_size: number; locks: number[]; supply: number; pile?: string[]; pile_size?: number };
  reserve: Record<string, number>;
  phase: "play" | "touches" | "over";
  round: number;
  triggered: boolean;
  triggered_round?: number;
  line_clear?: { step: number; white_marker: string; black_marker: string; passes: number };
  turn?: TurnDocument;
  turns?: Record<string, TurnDocument>;
  finesse?: { tiles: string[]; bank: number };
  active: string[];
  scores: Record<string, number>;
  winners: string[];
  over: boolean;
  pending: string | null;
  ended_by: string | null;
  you: string | null;
}

export const gameOf = (table: TableView): GameDocument => table.game as unknown as GameDocument;

/** The turn of a seat, if it has one now. */
export function turnOf(game: GameDocument, seat: string): TurnDocument | null {
  return game.turns?.[seat] ?? (game.turn?.seat === seat ? game.turn : null);
}

export const pileSize = (player: PlayerDocument): number => player.pile_size ?? player.pile?.length ?? 0;
/** A seat's number, for its colour. */
export const seatNumber = (seat: string): number => seat.charCodeAt(0) - 65;

export interface Row {
  /** The row's number, as RECYCLE steps count. */
  number: number;
  color: "white" | "black";
  side: "left" | "right" | null;
  slots: { slot: number; card: string | null }[];
}

/** The market's rows with the slot numbers that TAKE steps use. */
export function rowsOf(table: TableView): Row[] {
  const market = table.market ?? [];
  const sides = gameOf(table).line_clear ? (["left", "right"] as const) : ([null] as const);
  const size = market.length / (2 * sides.length);
  return [...Array(2 * sides.length).keys()].map((number) => ({
    number,
    color: number % 2 ? "black" : "white",
    side: sides[Math.floor(number / 2)]!,
    slots: [...Array(size).keys()].map((place) => ({ slot: number * size + place, card: market[number * size + place] ?? null })),
  }));
}

/** The name somebody sits under. */
export function nameOf(table: TableView, seat: string): string {
  const chair = table.seats?.[seat]?.chair;
  return (chair === undefined ? undefined : table.chairs[chair]?.name) || seat;
}
