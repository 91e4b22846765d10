/** Colour-blind patterns: a line or dot drawing per piece in a square of one, scaled to half a cell or a whole one. */
export interface Pattern {
  ink: string;
  strength: number;
  path?: string;
  width?: number;
  dot?: number;
}

const DARK = { ink: "#1a1400", strength: 0.55 };
const PALE = { ink: "#ffffff", strength: 0.62 };

/** In the order of PIECES; ghosts need none, they are white and dashed. */
export const PATTERNS: readonly Pattern[] = [
  { ...DARK, dot: 2.6 },
  { ...PALE, path: "M0 5H10", width: 3 },
  { ...PALE, path: "M5 0V10", width: 3 },
  { ...DARK, path: "M-2.5 2.5L2.5-2.5M0 10L10 0M7.5 12.5L12.5 7.5", width: 2.4 },
  { ...PALE, path: "M0 0L10 10M0 10L10 0", width: 1.3 },
  { ...PALE, path: "M0 3H10M0 6.6H10", width: 1.5 },
  { ...PALE, path: "M5 2V8M2 5H8", width: 2 },
  { ...DARK, path: "M-2.5 7.5L2.5 12.5M0 0L10 10M7.5-2.5L12.5 2.5", width: 2.4 },
  { ...PALE, path: "M0 7.2L5 2.8L10 7.2", width: 2.2 },
];
