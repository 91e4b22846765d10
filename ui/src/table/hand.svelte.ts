/** The piece in somebody's hand: how it is turned, where it is, where it would land. */
import { t } from "../lib/i18n/index.svelte";
import { play as sound } from "../lib/sound";
import { SPLIT_COUNT, STEP } from "../game";
import { flipped, pieceName, placementOf, type Shape, standing, turned, turnedBack } from "../pieces/shapes";
import type { Session } from "./session.svelte";
import { covering, exact, firstLanding, fitsSomehow, type Landing, landing, within } from "./snapping";
import { isGhostStep, isPlace, pieceIn, placeStep } from "./steps";

export interface Target {
  card: string;
  landing: Landing | null;
}

interface Board {
  left: number;
  top: number;
  cell: number;
}

const LIFT = 1.5; // cells above a finger
const NONE: ReadonlySet<number> = new Set();

export class Hand {
  piece = $state<number | null>(null);
  cells = $state.raw<Shape>([]);
  grabbed = $state(0);
  /** Pressed and dragged, carried after a click, or moved by keys. */
  how = $state<"drag" | "carry" | "keys">("carry");
  touch = $state(false);
  x = $state(0);
  y = $state(0);
  /** Pixels to a cell where the piece is drawn. */
  cell = $state(30);
  target = $state.raw<Target | null>(null);
  readonly #session: Session;
  readonly #boards = new Map<string, HTMLElement>();
  readonly #turns = new Map<number, Shape>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Pieces at hand, by number: the supply, or in a Ghost action what the ghost was split into. */
  get tray(): Map<number, number> {
    const ghost = this.#session.steps.find(isGhostStep);
    const counts = ghost === undefined ? null : [...SPLIT_COUNT[ghost - STEP.GHOST]!];
    if (counts && !this.#session.complete) {
      for (const step of this.#session.steps) if (isPlace(step)) counts[pieceIn(step)]!--;
      return new Map(counts.flatMap((count, piece) => (count > 0 ? [[piece, count]] : [])));
    }
    const supply = this.#session.player.supply;
    return new Map([...Array(12).keys()].flatMap((piece) => (supply[pieceName(piece)] ? [[piece, supply[pieceName(piece)]!]] : [])));
  }

  /** A card tells where its grid is; the answer takes it back. */
  board(card: string, element: HTMLElement): () => void {
    this.#boards.set(card, element);
    return () => {
      if (this.#boards.get(card) === element) this.#boards.delete(card);
    };
  }

  #measure(card: string): Board | null {
    const box = this.#boards.get(card)?.getBoundingClientRect();
    if (!box) return null;
    const unit = box.width / 124;
    return { left: box.left + 12 * unit, top: box.top + 29 * unit, cell: 20 * unit };
  }

  pick(piece: number, how: "drag" | "carry" | "keys", grabbed = 0): boolean {
    if (!this.tray.get(piece)) {
      this.#session.say(t("table.noneOf", { piece: pieceName(piece) }));
      return false;
    }
    const first = [...this.#boards.keys()][0];
    this.cell = (first && this.#measure(first)?.cell) || 30;
    this.piece = piece;
    this.cells = this.#turns.get(piece) ?? standing(piece);
    this.grabbed = Math.min(grabbed, this.cells.length - 1);
    this.how = how;
    this.target = null;
    if (how === "keys") this.#begin();
    sound("lift");
    return true;
  }

  drop(): void {
    this.piece = null;
    this.target = null;
  }

  #legal(card: string): ReadonlySet<number> {
    return this.#session.options.places.get(this.#session.cards.indexOf(card)) ?? NONE;
  }

  /** The pointer is here now. */
  aim(x: number, y: number): void {
    this.x = x;
    this.y = y;
    if (this.piece === null || this.how === "keys") return;
    const lifted = this.touch && this.how === "drag" ? y - LIFT * this.cell : y;
    const [row, column] = this.cells[this.grabbed]!;
    for (const card of this.#boards.keys()) {
      const board = this.#measure(card);
      if (!board) continue;
      const down = (lifted - board.top) / board.cell;
      const across = (x - board.left) / board.cell;
      if (down < -1.2 || across < -0.8 || down > 5.8 || across > 5.8) continue;
      this.cell = board.cell;
      const tapped = this.touch && this.how === "carry" ? covering(this.piece, this.cells, down, across, this.#legal(card)) : null;
      this.target = { card, landing: tapped ?? landing(this.piece, this.cells, down - 0.5 - row, across - 0.5 - column, this.#legal(card)) };
      return;
    }
    this.target = null;
  }

  #begin(): void {
    for (const card of this.#session.cards) {
      const found = this.#firstOn(card);
      if (found) {
        this.target = { card, landing: found };
        return;
      }
    }
    const [card] = this.#session.cards;
    if (card) this.#moveTo(card, 0, 0);
  }

  /** A place for it on this card, turning it if it must be. */
  #firstOn(card: string): Landing | null {
    const legal = this.#legal(card);
    if (this.piece === null || !fitsSomehow(this.piece, legal)) return null;
    for (let flips = 0; flips < 2; flips++, this.cells = flipped(this.cells)) {
      for (let turns = 0; turns < 4; turns++, this.cells = turned(this.cells)) {
        const found = firstLanding(this.piece, this.cells, legal);
        if (found) return found;
      }
    }
    return null;
  }

  #moveTo(card: string, row: number, column: number): void {
    if (this.piece === null) return;
    const [r, c] = within(this.cells, row, column);
    this.target = { card, landing: exact(this.piece, this.cells, r, c, this.#legal(card)) };
  }

  move(down: number, across: number): void {
    const at = this.target?.landing;
    this.how = "keys";
    if (at) this.#moveTo(this.target!.card, at.row + down, at.column + across);
    else this.#begin();
  }

  /** To the next of my puzzles. */
  moveCard(by: number): void {
    const cards = this.#session.cards;
    if (this.piece === null || !cards.length) return;
    const now = this.target ? cards.indexOf(this.target.card) : -by;
    const card = cards[(now + by + cards.length) % cards.length]!;
    this.how = "keys";
    const found = firstLanding(this.piece, this.cells, this.#legal(card));
    if (found) this.target = { card, landing: found };
    else this.#moveTo(card, this.target?.landing?.row ?? 0, this.target?.landing?.column ?? 0);
  }

  rotate(back = false): void {
    this.#turn(back ? turnedBack : turned);
  }

  flip(): void {
    this.#turn(flipped);
  }

  /** About the grabbed cell: the order of the cells does not change. */
  #turn(how: (shape: Shape) => Shape): void {
    if (this.piece === null) {
      this.#session.say(t("table.pickFirst"));
      return;
    }
    const before = this.target?.landing;
    const [row, column] = this.cells[this.grabbed]!;
    this.cells = how(this.cells);
    this.#turns.set(this.piece, this.cells);
    if (this.how !== "keys") this.aim(this.x, this.y);
    else if (before) {
      const [r, c] = this.cells[this.grabbed]!;
      this.#moveTo(this.target!.card, before.row + row - r, before.column + column - c);
    }
  }

  /** Put it down where it would land. The server says why not, if not. */
  async place(): Promise<boolean> {
    const { piece, target } = this;
    if (piece === null || !target) return false;
    if (!target.landing) {
      this.#session.say(t("table.doesNotFit"), true);
      return false;
    }
    if (target.landing.placement === null) {
      await this.#explain(target.card, piece, target.landing);
      return false;
    }
    const slot = this.#session.cards.indexOf(target.card);
    const placed = await this.#session.add(placeStep(slot, target.landing.placement));
    if (placed) {
      sound("place");
      this.drop();
    }
    return placed;
  }

  async #explain(card: string, piece: number, where: Landing): Promise<void> {
    const placement = placementOf(piece, where.mask);
    if (placement === undefined || !this.#session.active) this.#session.say(t("table.doesNotFit"), true);
    else await this.#session.add(placeStep(this.#session.cards.indexOf(card), placement));
  }
}
