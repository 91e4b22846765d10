/** One closed outline around a set of cells, with rounded corners (design notes: 20 units to a cell). */
import type { Cell, Shape } from "./shapes";

export const CELL = 20;

export interface Roundness {
  inset: number;
  convex: number;
  concave: number;
}

export const PIECE_EDGE: Roundness = { inset: 0.7, convex: 3.6, concave: 2.2 };
export const DASH_EDGE: Roundness = { inset: 1.3, convex: 3.2, concave: 2.6 };
export const GHOST_DASH: Roundness = { inset: 2.6, convex: 2.4, concave: 3.1 };
export const STAGED_DASH: Roundness = { inset: 2.1, convex: 2.6, concave: 2.8 };
export const RECESS_EDGE: Roundness = { inset: 0, convex: 3, concave: 2.4 };

type Point = readonly [x: number, y: number];
interface Side {
  from: Point;
  to: Point;
}

const key = ([x, y]: Point): string => `${x},${y}`;
const round = (value: number): string => String(Math.round(value * 100) / 100);

/** The sides of cells that have no neighbour there, clockwise, so that the inside is on the right. */
function sides(cells: Shape): Side[] {
  const filled = new Set(cells.map(([row, column]) => key([column, row])));
  const found: Side[] = [];
  for (const [row, column] of cells) {
    const corners: Point[] = [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]];
    const beyond: Point[] = [[column, row - 1], [column + 1, row], [column, row + 1], [column - 1, row]];
    beyond.forEach((neighbour, side) => {
      if (!filled.has(key(neighbour))) found.push({ from: corners[side]!, to: corners[(side + 1) % 4]! });
    });
  }
  return found;
}

const direction = ({ from, to }: Side): Point => [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
const cross = (one: Point, other: Point): number => one[0] * other[1] - one[1] * other[0];

/** Closed walks along the sides; where two cells meet at a corner only, each keeps its own walk. */
function loops(cells: Shape): Side[][] {
  const open = new Map<string, Side[]>();
  for (const side of sides(cells)) open.set(key(side.from), [...(open.get(key(side.from)) ?? []), side]);
  const next = (side: Side): Side | undefined => {
    const choices = open.get(key(side.to)) ?? [];
    return choices.find((choice) => cross(direction(side), direction(choice)) > 0) ?? choices[0];
  };
  const take = (side: Side): void => {
    open.set(key(side.from), (open.get(key(side.from)) ?? []).filter((other) => other !== side));
  };
  const found: Side[][] = [];
  for (const starts of open.values()) {
    for (const start of [...starts]) {
      if (!open.get(key(start.from))?.includes(start)) continue;
      const walk: Side[] = [];
      for (let side: Side | undefined = start; side; side = next(side)) {
        take(side);
        walk.push(side);
      }
      found.push(walk);
    }
  }
  return found;
}

/** The corners of a walk: where it changes direction. */
function corners(walk: Side[]): { at: Point; arriving: Point; leaving: Point }[] {
  return walk.flatMap((side, index) => {
    const before = walk[(index + walk.length - 1) % walk.length]!;
    const [arriving, leaving] = [direction(before), direction(side)];
    return cross(arriving, leaving) === 0 ? [] : [{ at: side.from, arriving, leaving }];
  });
}

function loopPath(walk: Side[], { inset, convex, concave }: Roundness): string {
  const inward = ([x, y]: Point): Point => [-y, x];
  const parts = corners(walk).map(({ at, arriving, leaving }) => {
    const outer = cross(arriving, leaving) > 0;
    const radius = outer ? convex : concave;
    const x = at[0] * CELL + inset * (inward(arriving)[0] + inward(leaving)[0]);
    const y = at[1] * CELL + inset * (inward(arriving)[1] + inward(leaving)[1]);
    const start = `${round(x - arriving[0] * radius)} ${round(y - arriving[1] * radius)}`;
    const end = `${round(x + leaving[0] * radius)} ${round(y + leaving[1] * radius)}`;
    return `${start}A${radius} ${radius} 0 0 ${outer ? 1 : 0} ${end}`;
  });
  return `M${parts.join("L")}Z`;
}

const remembered = new Map<string, string>();

/** The outline of some cells as an SVG path. */
export function outline(cells: Shape, roundness: Roundness = PIECE_EDGE): string {
  const name = `${roundness.inset}/${roundness.convex}:${cells.map((cell: Cell) => cell.join()).join(" ")}`;
  let path = remembered.get(name);
  if (path === undefined) {
    path = loops(cells).map((walk) => loopPath(walk, roundness)).join("");
    remembered.set(name, path);
  }
  return path;
}
