/** What a click on the table means. Every deed is a step the server has listed as legal, or a sentence why not. */
import { t } from "../lib/i18n/index.svelte";
import { STEP } from "../game";
import { pieceName } from "../pieces/shapes";
import type { Hand } from "./hand.svelte";
import type { Session } from "./session.svelte";
import { levelUpStep, upgradeStep, type Exchanges } from "./steps";

export type Sheet = "" | "market" | "reserve" | "log" | "menu";

export class Deeds {
  /** The sheet that is open on a small screen. */
  sheet = $state<Sheet>("");
  /** A card of the market on its way to my area. */
  carried = $state.raw<{ card: string | null; color: "white" | "black"; x: number; y: number; width: number } | null>(null);
  command = $state(false);
  splitting = $state(false);
  hinting = $state(false);
  menu = $state(false);
  /** A piece of the reserve that somebody wants; the piece to return is to be named. */
  wanted = $state<number | null>(null);
  /** The Upgrade button was pressed: show what can be had. */
  upgrading = $state(false);
  readonly #session: Session;
  readonly #hand: Hand;

  constructor(session: Session, hand: Hand) {
    this.#session = session;
    this.#hand = hand;
  }

  /** Esc: the nearest thing that is open, then one staged step. */
  escape(): void {
    if (this.menu || this.sheet || this.command || this.splitting || this.hinting) this.close();
    else if (this.#hand.piece !== null) this.#hand.drop();
    else if (this.wanted !== null || this.upgrading) this.forget();
    else void this.#session.takeBack();
  }

  close(): void {
    this.sheet = "";
    this.command = false;
    this.splitting = false;
    this.hinting = false;
    this.menu = false;
  }

  forget(): void {
    this.wanted = null;
    this.upgrading = false;
  }

  /** Nothing is half done that another deed would throw away. */
  #ready(): boolean {
    const ready = ["none", "insert", "take", "other"].includes(this.#session.stage);
    if (!ready) this.#session.say(t("table.finishFirst"), true);
    return ready;
  }

  async take(slot: number, deliberate = false): Promise<void> {
    const { marked, options } = this.#session;
    if (marked.row !== null) return this.under(slot);
    if (marked.take === slot) return this.#session.confirm();
    if (!this.#ready()) return;
    this.#hand.drop();
    if (!options.takes.has(slot) && marked.take === null && marked.deck === null) {
      if (this.#session.active) await this.#session.instead(STEP.TAKE + slot); // the server says why not
      return;
    }
    if (await this.#session.instead(STEP.TAKE + slot, deliberate)) this.sheet = "";
  }

  async takeDeck(deck: number, deliberate = false): Promise<void> {
    if (this.#session.marked.deck === deck) return this.#session.confirm();
    if (!this.#session.active || !this.#ready()) return;
    this.#hand.drop();
    if (await this.#session.instead(STEP.TAKE_DECK + deck, deliberate)) this.sheet = "";
  }

  async recycle(row: number): Promise<void> {
    this.#hand.drop();
    if (this.#session.marked.row === row) this.#session.clear();
    else await this.#session.instead(STEP.RECYCLE + row);
  }

  /** The next card to go under the deck; a numbered one takes its number and those after it back. */
  async under(slot: number): Promise<void> {
    const { marked, steps } = this.#session;
    const position = slot - marked.first;
    const named = marked.order.indexOf(slot);
    if (named >= 0) {
      const kept = steps.length - marked.order.length + named;
      await this.#session.stageSteps(steps.slice(0, kept));
    } else if (this.#session.options.under.has(position)) await this.#session.add(STEP.UNDER + position);
  }

  async master(): Promise<void> {
    if (this.#session.stage === "master") return this.#session.confirm();
    await this.#session.instead(STEP.MASTER);
  }

  async ambassador(index: number): Promise<void> {
    await this.#session.instead(STEP.AMBASSADOR + index);
  }

  async split(index: number): Promise<void> {
    if (await this.#session.instead(STEP.GHOST + index)) this.splitting = false;
    this.#hand.drop();
  }

  async insert(): Promise<void> {
    if (this.#session.stage === "insert") this.#session.clear();
    else await this.#session.add(STEP.INSERT);
  }

  async complete(slot: number): Promise<void> {
    await this.#session.instead(STEP.COMPLETE + slot, true);
  }

  async payByCredit(): Promise<void> {
    if (this.#session.stage === "credit") this.#session.clear();
    else await this.#session.add(STEP.CREDIT);
  }

  async skip(): Promise<void> {
    const { options } = this.#session;
    this.#hand.drop();
    this.forget();
    if (options.noLevelUp) await this.#session.instead(STEP.LEVEL_UP_NONE);
    else if (options.noReward) await this.#session.instead(STEP.REWARD_NONE);
  }

  /** What may be returned for what: by the action, or by a Level Up that is due. */
  get exchanges(): Exchanges {
    const { options } = this.#session;
    return options.levelUps.size ? options.levelUps : options.upgrades;
  }

  #exchange(returned: number, taken: number): Promise<boolean> {
    const step = this.#session.options.levelUps.size ? levelUpStep(returned, taken) : upgradeStep(returned, taken);
    this.#hand.drop();
    this.forget();
    this.sheet = "";
    return this.#session.instead(step);
  }

  /** A piece of the reserve was chosen. */
  async reserve(piece: number): Promise<void> {
    const { options } = this.#session;
    const held = this.#hand.piece;
    if (!this.#ready()) return;
    if (options.rewards.has(piece)) {
      this.sheet = "";
      await this.#session.instead(STEP.REWARD + piece);
    } else if (held !== null) {
      if (this.exchanges.get(held)?.has(piece)) await this.#exchange(held, piece);
      else if (this.#session.active) await this.#session.instead(upgradeStep(held, piece)); // the server says why not
    } else if (options.free.has(piece)) {
      this.forget();
      this.sheet = "";
      await this.#session.instead(STEP.UPGRADE_TAKE + piece);
    } else if (this.givers(piece).length) {
      this.wanted = piece;
      this.sheet = "";
      this.#session.say(t("table.returnWhich", { piece: pieceName(piece) }));
    } else if (this.#session.active) this.#session.say(t("table.noGiver", { piece: pieceName(piece) }), true);
  }

  /** Pieces that could be returned for this one. */
  givers(piece: number): number[] {
    return [...this.exchanges].flatMap(([returned, taken]) => (taken.has(piece) ? [returned] : []));
  }

  /** A supply piece was chosen while something in the reserve is wanted. True if that settled it. */
  giveFor(piece: number): boolean {
    if (this.wanted === null || !this.exchanges.get(piece)?.has(this.wanted)) return false;
    void this.#exchange(piece, this.wanted);
    return true;
  }

  /** How a piece of the reserve stands out: it can be had now, it cannot, or nothing is being chosen. */
  standing(piece: number): "open" | "chosen" | "dim" | "plain" {
    const { options } = this.#session;
    const held = this.#hand.piece;
    if (this.wanted === piece) return "chosen";
    if (options.rewards.size) return options.rewards.has(piece) ? "open" : "dim";
    if (held !== null && this.exchanges.has(held)) return this.exchanges.get(held)!.has(piece) ? "open" : "dim";
    if (this.upgrading || options.levelUps.size) return options.free.has(piece) || this.givers(piece).length ? "open" : "dim";
    return "plain";
  }
}
