/** The part of the game's view that the shell reads (game/view.py writes it). */
import type { TableView } from "../wire";

export interface PlayerView {
  supply: Record<string, number>;
  puzzles: Record<string, string[]>;
  pile?: string[];
  pile_size?: number;
  credits: { left: number; right: number };
  noted: { points?: number; puzzles: number };
  touches: number;
  touches_by_credit: number;
}

export interface GameView {
  expansions: string[];
  variants: string[];
  players: Record<string, PlayerView>;
  solo?: { pile: string[] };
  round: number;
  triggered: boolean;
  triggered_round?: number;
  phase: "play" | "touches" | "over";
  active: string[];
  scores: Record<string, number>;
  winners: string[];
  over: boolean;
  ended_by: string | null;
}

export const gameOf = (table: TableView): GameView | null => (table.game as unknown as GameView | null | undefined) ?? null;

/** Who sits on a seat of the game. */
export function nameOf(table: TableView, seat: string): string {
  const chair = table.seats?.[seat]?.chair;
  return chair === undefined ? seat : (table.chairs[chair]?.name ?? seat);
}

export const seatNumber = (seat: string): number => seat.charCodeAt(0) - 65;
