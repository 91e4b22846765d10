/** One person's dealings with a table: whose seat, what may be done, what is staged and not yet sent. */
import { CommandRefused, type Connection } from "../lib/connection.svelte";
import { t } from "../lib/i18n/index.svelte";
import { preferences } from "../lib/preferences.svelte";
import { play as sound } from "../lib/sound";
import { STEP } from "../game";
import type { Happened, Staged, TableView } from "../wire";
import { gameOf, turnOf, type PlayerDocument } from "./document";
import { isPlace, isRecycle, isTake, readOptions, slotOf, stageOf } from "./steps";

export class Session {
  readonly connection: Connection;
  /** The table as it is drawn; it may be a move behind while that move is being shown. */
  table = $state.raw<TableView>(null!);
  steps = $state.raw<readonly number[]>([]);
  answer = $state.raw<Staged | null>(null);
  /** Something the person should know, and whether it is a refusal. */
  notice = $state("");
  bad = $state(false);
  busy = $state(false);
  #asked = 0;
  #awaited = 0;
  #quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: Connection, table: TableView) {
    this.connection = connection;
    this.table = table;
  }

  readonly game = $derived.by(() => gameOf(this.table));
  /** The log as far as it is drawn. */
  readonly log = $derived.by(() => this.connection.log.filter((one) => one.seq <= this.table.seq));
  /** The seat that acts, or whose area an onlooker sees. */
  readonly seat = $derived.by(() => {
    const mine = this.table.you ?? [];
    return mine.find((seat) => this.table.legal?.[seat]) ?? mine[0] ?? "A";
  });
  readonly mine = $derived.by(() => (this.table.you ?? []).includes(this.seat));
  readonly legal = $derived.by(() => (this.answer ? this.answer.legal : (this.table.legal?.[this.seat] ?? [])));
  readonly options = $derived.by(() => readOptions(this.legal));
  readonly active = $derived.by(() => this.table.legal?.[this.seat] !== undefined);
  readonly player = $derived.by(
    () => (this.answer ? (this.answer.player as unknown as PlayerDocument) : this.game.players[this.seat]!),
  );
  readonly reserve = $derived.by(() => this.answer?.reserve ?? this.game.reserve);
  readonly turn = $derived.by(() => turnOf(this.game, this.seat));
  readonly stage = $derived.by(() => stageOf(this.steps));
  readonly complete = $derived.by(() => this.answer?.move != null);
  /** Cards by slot as PLACE steps count them: those before anything was staged. */
  readonly cards = $derived.by(() => Object.keys(this.game.players[this.seat]?.puzzles ?? {}));
  /** Would the staged move be the last of this turn? The server does not say so of moves that turn a card over. */
  readonly endsTurn = $derived.by(
    () => this.complete && (this.answer!.ends_turn === true || (this.answer!.reveals === true && !this.steps.includes(STEP.INSERT) && (this.turn?.actions_left ?? 0) <= 1 && !this.couldInsert)),
  );
  get couldInsert(): boolean {
    return this.player.credits.right >= 2;
  }
  /** Something is staged that is still the person's to confirm or take back. */
  readonly staging = $derived.by(() => this.steps.length > 0 && !(this.busy && this.complete));
  readonly canEnd = $derived.by(() => !this.busy && (this.complete ? this.endsTurn : this.options.end || (this.options.done && this.stage === "none")));

  say(text: string, bad = false): void {
    this.notice = text;
    this.bad = bad;
    clearTimeout(this.#quiet);
    if (text) this.#quiet = setTimeout(() => (this.notice = ""), bad ? 6000 : 4000);
    if (bad) sound("refuse");
  }

  /** Pieces staged on a card, for its white dashes. */
  stagedOn(card: string): number {
    const slot = this.cards.indexOf(card);
    return this.steps.filter((step) => isPlace(step) && slotOf(step) === slot).length;
  }

  /** One more step; a whole move goes out by itself unless there is a reason to wait. */
  async add(step: number, deliberate = false): Promise<boolean> {
    await this.#idle();
    return this.stageSteps([...this.steps, step], deliberate);
  }

  async stageSteps(steps: readonly number[], deliberate = false): Promise<boolean> {
    const answer = await this.#try(steps);
    if (!answer) return false;
    this.steps = steps;
    this.answer = answer;
    this.notice = "";
    if (answer.move != null) {
      if (this.#goesAtOnce(deliberate)) return this.send();
      sound("place");
    }
    return true;
  }

  /** A move that is whole from the start, in place of whatever was staged. */
  async instead(step: number, deliberate = false): Promise<boolean> {
    await this.#idle();
    const kept = this.steps.filter((one) => one === STEP.INSERT && this.stage === "insert");
    return this.stageSteps([...kept, step], deliberate);
  }

  /** A quick hand waits until its last move is drawn, but not forever. */
  async #idle(): Promise<void> {
    for (let waited = 0; this.busy && waited < 3000; waited += 30) await new Promise((resolve) => setTimeout(resolve, 30));
  }

  #goesAtOnce(deliberate: boolean): boolean {
    if (this.endsTurn) return preferences.endTurn && (deliberate || !this.answer?.reveals);
    if (deliberate) return true;
    if (this.stage === "recycle" || this.answer?.reveals) return false;
    return !this.#asksFirst();
  }

  /** The preference; "auto" asks on touch screens in slow games. */
  #asksFirst(): boolean {
    if (preferences.confirm !== "auto") return preferences.confirm === "always";
    return this.table.settings.clock?.kind === "days" && matchMedia("(pointer: coarse)").matches;
  }

  async #try(steps: readonly number[]): Promise<Staged | null> {
    const asked = ++this.#asked;
    if (!steps.length) {
      this.clear();
      return null;
    }
    try {
      const answer = await this.connection.stage(this.seat, [...steps]);
      return asked === this.#asked ? answer : null;
    } catch (error) {
      if (asked === this.#asked) this.say((error as Error).message, true);
      return null;
    }
  }

  /** Send what is staged. */
  async send(): Promise<boolean> {
    if (!this.steps.length || this.busy) return false;
    return this.#do({ kind: "play", seat: this.seat, steps: [...this.steps] });
  }

  async sendText(move: string): Promise<boolean> {
    this.clear();
    return this.#do({ kind: "play", seat: this.seat, move });
  }

  async #do(what: Parameters<Connection["do"]>[0]): Promise<boolean> {
    this.busy = true;
    try {
      const { seq } = await this.connection.do(what);
      this.notice = "";
      this.#awaited = seq;
      if (this.table.seq >= seq) this.busy = false; // else when it is drawn
      return true;
    } catch (error) {
      this.busy = false;
      this.clear();
      if (error instanceof CommandRefused) this.say(error.message, true);
      return false;
    }
  }

  /** Confirm: finish a Master, Ambassador or Ghost action, or send a whole move. */
  async confirm(): Promise<void> {
    if (this.complete) await this.send();
    else if (this.options.done && this.steps.length) await this.add(STEP.DONE, true);
  }

  async endTurn(): Promise<void> {
    if (this.busy || !this.active) return;
    if (this.complete) await this.send();
    else if (this.options.done && this.steps.length) {
      if (await this.add(STEP.DONE, true)) await this.send();
    } else if (this.options.end) await this.#do({ kind: "play", seat: this.seat, steps: [STEP.END] });
    else if (this.options.done) await this.#do({ kind: "play", seat: this.seat, steps: [STEP.DONE] });
    else this.say(t("table.notYet", { count: this.turn?.actions_left ?? 0 }));
  }

  /** Take back the last staged step; a finished Master is open again. */
  async takeBack(): Promise<void> {
    if (!this.steps.length) return;
    const steps = this.steps.slice(0, -1);
    if (!steps.length) return this.clear();
    this.steps = steps; // at once, so that a second press takes back the next one
    const answer = await this.#try(steps);
    if (answer) this.answer = answer;
  }

  async undo(whole = false): Promise<void> {
    if (this.steps.length && !whole) return this.takeBack();
    this.clear();
    if (!this.table.undo?.moves) {
      if (!whole || this.table.undo?.why) this.say(this.table.undo?.why ?? t("table.nothingToUndo"));
      return;
    }
    await this.#do({ kind: "undo", seat: this.seat, whole_turn: whole });
  }

  clear(): void {
    this.#asked++;
    this.steps = [];
    this.answer = null;
  }

  /** Draw a newer table. Staged steps are tried again on it, or dropped. */
  show(table: TableView, happened: readonly Happened[]): void {
    const seat = this.seat;
    const ours = happened.some((one) => (one.what === "moved" || one.what === "undone") && one.seat === seat);
    this.table = table;
    if (this.#awaited && table.seq >= this.#awaited) {
      this.busy = false;
      this.#awaited = 0;
    }
    if (ours || this.seat !== seat || !this.active) this.clear();
    else if (this.steps.length && happened.length) void this.#restage();
  }

  async #restage(): Promise<void> {
    const steps = this.steps;
    const answer = await this.#try(steps);
    if (answer) this.answer = answer;
    else if (this.steps === steps) this.clear();
  }

  /** Slots of the market that the staged move takes or puts away, in order. */
  readonly marked = $derived.by(() => {
    const take = this.steps.find(isTake);
    const row = this.steps.find(isRecycle);
    const size = this.game.line_clear ? 3 : 4;
    if (row !== undefined) {
      const first = (row - STEP.RECYCLE) * size;
      const named = this.steps.filter((step) => step >= STEP.UNDER && step < STEP.UPGRADE_TAKE).map((step) => first + step - STEP.UNDER);
      return { take: null, deck: null, row: row - STEP.RECYCLE, first, order: named };
    }
    if (take === undefined) return { take: null, deck: null, row: null, first: 0, order: [] as number[] };
    const deck = take >= STEP.TAKE_DECK ? take - STEP.TAKE_DECK : null;
    return { take: deck === null ? take - STEP.TAKE : null, deck, row: null, first: 0, order: [] as number[] };
  });
}
