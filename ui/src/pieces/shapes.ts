/** Shapes: lists of cells, how they turn, and which placement of the rules a shape on a card is. */
import { LEVEL, PIECES, PLACEMENT_MASK, PLACEMENT_PIECE } from "../game";

export const SIDE = 5;

export type Cell = readonly [row: number, column: number];
export type Shape = readonly Cell[];

/** Pieces as they stand in the supply and the reserve, in the order of PIECES. */
const STANDING: readonly Shape[] = [
  [[0, 0]],
  [[0, 0], [1, 0]],
  [[0, 0], [1, 0], [2, 0]],
  [[0, 0], [1, 0], [1, 1]],
  [[0, 0], [0, 1], [1, 0], [1, 1]],
  [[0, 0], [1, 0], [2, 0], [3, 0]],
  [[0, 0], [1, 0], [1, 1], [2, 0]],
  [[0, 0], [1, 0], [2, 0], [2, 1]],
  [[0, 0], [1, 0], [1, 1], [2, 1]],
  [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0]],
  [[0, 0], [0, 1], [1, 0], [2, 0], [2, 1]],
  [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1]],
];

export const pieceNumber = (name: string): number => PIECES.indexOf(name);
export const pieceName = (piece: number): string => PIECES[piece] ?? "?";
export const levelOf = (piece: number): number => LEVEL[piece] ?? 0;
export const isGhost = (piece: number): boolean => levelOf(piece) === 5;

export const standing = (piece: number): Shape => STANDING[piece] ?? [];
/** For icons in a line of text or a card's corner. */
export const lying = (piece: number): Shape => standing(piece).map(([row, column]) => [column, row]);

/** Moved so that it begins at 0, 0. The order of the cells stays, so a grabbed cell can be followed. */
export function normal(shape: Shape): Shape {
  const top = Math.min(...shape.map(([row]) => row));
  const left = Math.min(...shape.map(([, column]) => column));
  return shape.map(([row, column]) => [row - top, column - left]);
}

export const turned = (shape: Shape): Shape => normal(shape.map(([row, column]) => [column, -row]));
export const turnedBack = (shape: Shape): Shape => normal(shape.map(([row, column]) => [-column, row]));
export const flipped = (shape: Shape): Shape => normal(shape.map(([row, column]) => [row, -column]));

export const heightOf = (shape: Shape): number => Math.max(...shape.map(([row]) => row)) + 1;
export const widthOf = (shape: Shape): number => Math.max(...shape.map(([, column]) => column)) + 1;

/** The same cells, whatever their order. */
export const sameShape = (one: Shape, other: Shape): boolean => maskAt(one, 0, 0) === maskAt(other, 0, 0);

/** The cells on a card as bits, or null if some lie outside. */
export function maskAt(shape: Shape, row: number, column: number): number | null {
  let mask = 0;
  for (const [r, c] of shape) {
    if (row + r < 0 || row + r >= SIDE || column + c < 0 || column + c >= SIDE) return null;
    mask |= 1 << (SIDE * (row + r) + column + c);
  }
  return mask;
}

export function cellsOf(mask: number): Shape {
  const cells: Cell[] = [];
  for (let cell = 0; cell < SIDE * SIDE; cell++) if ((mask >> cell) & 1) cells.push([Math.floor(cell / SIDE), cell % SIDE]);
  return cells;
}

const PLACEMENTS = new Map(PLACEMENT_MASK.map((mask, index) => [`${PLACEMENT_PIECE[index]}/${mask}`, index]));

/** The number the rules give to this piece on these cells. */
export const placementOf = (piece: number, mask: number): number | undefined => PLACEMENTS.get(`${piece}/${mask}`);

/** "I2@12,22" as a placement. */
export function readPlacement(text: string): number | undefined {
  const [name = "", cells = ""] = text.split("@");
  const mask = cells.split(",").reduce((sum, cell) => sum | (1 << (SIDE * Number(cell[0]) + Number(cell[1]))), 0);
  return placementOf(pieceNumber(name), mask);
}
