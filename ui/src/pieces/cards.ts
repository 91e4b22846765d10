/** What is printed on cards: the packs' and the owner's own. */
import { CARDS, type CardData } from "../game";
import { cellsOf, type Shape, SIDE } from "./shapes";

const UNKNOWN: CardData = { color: "white", points: 0, reward: "O1", rows: [], standIn: false };
const own = new Map<string, CardData>();

/** Cards that only this table knows. */
export function learnCards(cards: readonly Record<string, unknown>[] = []): void {
  for (const card of cards) own.set(String(card.id), { ...(card as unknown as CardData), standIn: false });
}

export const cardOf = (id: string): CardData => own.get(id) ?? CARDS[id] ?? UNKNOWN;

/** The recess as bits. */
export function recessOf(id: string): number {
  return cardOf(id).rows.reduce(
    (mask, line, row) => [...line].reduce((sum, sign, column) => (sign === "." ? sum | (1 << (SIDE * row + column)) : sum), mask),
    0,
  );
}

export const recessCells = (id: string): Shape => cellsOf(recessOf(id));
export const bits = (mask: number): number => cellsOf(mask).length;
