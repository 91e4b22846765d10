/** How large things are on this screen (design notes, "360 to 2560 px"). All in pixels before `scale`. */
export interface Kind {
  solo: boolean;
  lineClear: boolean;
  tiles: boolean;
  /** All kinds of pieces in the game, ghosts included. */
  kinds: number;
}

export interface Layout {
  mode: "desktop" | "phone";
  /** Large screens are drawn larger as a whole. */
  scale: number;
  left: number;
  right: number;
  bar: number;
  marketCard: number;
  myCard: number;
  reserveCell: number;
  /** Every kind of piece has its own place in the tray, with its key. */
  wideTray: boolean;
  trayCell: number;
  /** There is room for the boxes of this turn. */
  turn: boolean;
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(most, value));
const TALL = 142 / 124;
const MARGINS = 32;
const TOP = 48;

export function measure(width: number, height: number, kind: Kind): Layout {
  if (width < 700 || (width < 1100 && height > width)) return phone(width, height);
  const scale = width >= 1920 ? between(1, Math.min(width / 1440, height / 900), 1.6) : 1;
  return { ...desktop(width / scale, height / scale, kind), scale };
}

function phone(width: number, height: number): Layout {
  const card = Math.floor(between(96, Math.min((width - 34) / 2, (height - 429) / 2 / TALL), 240));
  return { mode: "phone", scale: 1, left: 0, right: 0, bar: 60, marketCard: (width - 74) / 4, myCard: card, reserveCell: 15, wideTray: false, trayCell: 15, turn: false };
}

function desktop(width: number, height: number, kind: Kind): Omit<Layout, "scale"> {
  const left = Math.round(between(424, 424 + ((width - 1100) * 144) / 340, 568));
  const right = Math.round(width > 1440 ? between(300, width - 1140, 380) : between(260, 260 + ((width - 1100) * 40) / 340, 300));
  const bar = height >= 860 ? 68 : 64;
  const main = height - TOP - bar - MARGINS;
  const base = { mode: "desktop" as const, left, right, bar };
  if (kind.lineClear) return { ...base, ...lineClear(width - right - 48, main, kind) };
  const centre = width - left - right - 64;
  const myCard = Math.floor(Math.min((centre - 12) / 2, (main - 64 - 100) / 2 / TALL));
  const reserveCell = between(12, Math.min(left / (kind.kinds > 9 ? 34 : 27), (main - 420) / 15), 21);
  const turn = !kind.tiles && (!kind.solo || main >= 720);
  const wideTray = centre >= 440 && kind.kinds <= 9;
  const marketCard = kind.solo ? soloCard(left, main, reserveCell, kind.tiles, turn) : Math.floor(Math.min((left - 68) / 5, (main - 290) / 2 / TALL));
  return { ...base, marketCard, myCard, reserveCell, wideTray, trayCell: centre >= 440 ? 15 : 14, turn };
}

/** The grid of three by three, with the reserve and the tiles or this turn below. */
function soloCard(left: number, main: number, reserveCell: number, tiles: boolean, turn: boolean): number {
  const below = reserveCell * 4 + 112 + (tiles ? 146 : turn ? 184 : 0);
  return Math.floor(between(60, Math.min((left - 194) / 3, (main - below - 104) / 3 / TALL), 110));
}

function lineClear(width: number, main: number, kind: Kind): Omit<Layout, "scale" | "mode" | "left" | "right" | "bar"> {
  const tiles = kind.tiles ? 128 : 0;
  const marketCard = Math.floor(between(52, Math.min((width * 0.71 - 120) / 7.2, (main * 0.44 - 116 - tiles / 2) / 2 / TALL), 92));
  const market = marketCard * TALL * 2 + 122;
  const myCard = Math.floor(between(90, Math.min((width - 110) / 4 - 20, (main - market - 164 - tiles) / TALL), 226));
  return { marketCard, myCard, reserveCell: between(11, marketCard / 4.4, 21), wideTray: true, trayCell: 14, turn: false };
}
