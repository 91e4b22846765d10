/** Where a held piece would land: the nearest legal anchor, if it is near enough. */
import { PLACEMENT_MASK, PLACEMENT_PIECE } from "../game";
import { cellsOf, maskAt, placementOf, sameShape, normal, type Shape, SIDE, widthOf, heightOf } from "../pieces/shapes";

export const REACH = 0.75;

export interface Landing {
  row: number;
  column: number;
  mask: number;
  /** The placement, if it is a legal one. */
  placement: number | null;
}

/** The legal anchors of this shape: the top left corners of its bounding box. */
function anchors(piece: number, shape: Shape, legal: ReadonlySet<number>): [row: number, column: number, placement: number][] {
  const found: [number, number, number][] = [];
  for (const placement of legal) {
    if (PLACEMENT_PIECE[placement] !== piece) continue;
    const cells = cellsOf(PLACEMENT_MASK[placement]!);
    if (!sameShape(normal(cells), shape)) continue;
    found.push([Math.min(...cells.map(([row]) => row)), Math.min(...cells.map(([, column]) => column)), placement]);
  }
  return found;
}

/** The landing for a piece whose bounding box would begin at this (broken) cell; null if nothing of it is on the card. */
export function landing(piece: number, shape: Shape, row: number, column: number, legal: ReadonlySet<number>): Landing | null {
  let best: { distance: number; at: [number, number, number] } | null = null;
  for (const at of anchors(piece, shape, legal)) {
    const distance = Math.hypot(at[0] - row, at[1] - column);
    if (distance <= REACH && (!best || distance < best.distance)) best = { distance, at };
  }
  if (best) return exact(piece, shape, best.at[0], best.at[1], legal);
  return exact(piece, shape, Math.round(row), Math.round(column), legal);
}

/** The legal landing that covers the cell at this point, whichever of its cells that is; the nearest to the middle. */
export function covering(piece: number, shape: Shape, down: number, across: number, legal: ReadonlySet<number>): Landing | null {
  const cell = 1 << (SIDE * Math.floor(down) + Math.floor(across));
  let best: { distance: number; at: [number, number, number] } | null = null;
  for (const at of anchors(piece, shape, legal)) {
    if (!(PLACEMENT_MASK[at[2]]! & cell)) continue;
    const distance = Math.hypot(at[0] + heightOf(shape) / 2 - down, at[1] + widthOf(shape) / 2 - across);
    if (!best || distance < best.distance) best = { distance, at };
  }
  return best && exact(piece, shape, best.at[0], best.at[1], legal);
}

/** The landing at a whole cell, legal or not. */
export function exact(piece: number, shape: Shape, row: number, column: number, legal: ReadonlySet<number>): Landing | null {
  const mask = maskAt(shape, row, column);
  if (mask === null) return null;
  const placement = placementOf(piece, mask);
  return { row, column, mask, placement: placement !== undefined && legal.has(placement) ? placement : null };
}

/** Kept on the card, for moving by keys. */
export function within(shape: Shape, row: number, column: number): [number, number] {
  return [Math.max(0, Math.min(SIDE - heightOf(shape), row)), Math.max(0, Math.min(SIDE - widthOf(shape), column))];
}

/** A legal landing to begin with when a piece is picked by key: this orientation first. */
export function firstLanding(piece: number, shape: Shape, legal: ReadonlySet<number>): Landing | null {
  const [found] = anchors(piece, shape, legal).sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return found ? exact(piece, shape, found[0], found[1], legal) : null;
}

/** Does the piece fit anywhere here in some orientation? */
export const fitsSomehow = (piece: number, legal: ReadonlySet<number>): boolean => [...legal].some((one) => PLACEMENT_PIECE[one] === piece);
