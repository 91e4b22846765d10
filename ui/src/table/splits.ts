/** Ghost splits drawn inside the ghost's own shape: one tiling for each multiset of pieces. */
import { PLACEMENT_MASK, PLACEMENT_PIECE, SPLIT_COUNT, SPLIT_GHOST } from "../game";
import { cellsOf, maskAt, type Shape, standing } from "../pieces/shapes";

export interface Part {
  piece: number;
  cells: Shape;
}

function tile(left: number, counts: number[]): number[] | null {
  if (left === 0) return [];
  const lowest = left & -left;
  for (let placement = PLACEMENT_MASK.length - 1; placement >= 0; placement--) {
    const mask = PLACEMENT_MASK[placement]!;
    const piece = PLACEMENT_PIECE[placement]!;
    if (!(mask & lowest) || (mask & left) !== mask || !counts[piece]) continue;
    counts[piece]!--;
    const rest = tile(left & ~mask, counts);
    counts[piece]!++;
    if (rest) return [placement, ...rest];
  }
  return null;
}

/** The pieces of a split, lying in the ghost. */
export function drawSplit(split: number): Part[] {
  const mask = maskAt(standing(SPLIT_GHOST[split]!), 0, 0)!;
  const found = tile(mask, [...SPLIT_COUNT[split]!]) ?? [];
  return found.map((placement) => ({ piece: PLACEMENT_PIECE[placement]!, cells: cellsOf(PLACEMENT_MASK[placement]!) }));
}
