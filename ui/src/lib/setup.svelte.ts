/** A table being set up: what was chosen, what the server says to it. */
import type { Settings } from "../wire";
import { bots, checkSettings, createTable, type Change, type Checked, type NewChair } from "./api";
import { isKey, t, tell } from "./i18n/index.svelte";
import { preferences } from "./preferences.svelte";
import { words } from "./words";

export const EDITIONS = ["v25", "v2019_en", "v2019_intl", "v2019_de", "pt"] as const;
export const EXPANSIONS = ["ghost", "phoenix", "ambassador", "finesse", "finesse_ambassador"] as const;
export const VARIANTS = ["line_clear", "endless_white"] as const;
export const REAL_TIMES: [minutes: number, increment: number][] = [[5, 10], [10, 20], [20, 30], [45, 60]];
export const DAYS = [1, 2, 3, 7];
export const MAX_PLAYERS = 6;

export type Edition = (typeof EDITIONS)[number];
export type Expansion = (typeof EXPANSIONS)[number];
export type Variant = (typeof VARIANTS)[number];
/** The part of the form that was changed last: a problem is explained there. */
export type Part = "players" | "edition" | "expansions" | "variants" | "clock" | "table";

export interface Chair {
  kind: "me" | "screen" | "bot" | "open";
  name: string;
  bot: string;
}

const PAUSE = 120;

export class Setup {
  players = $state(2);
  chairs = $state<Chair[]>([]);
  edition = $state<Edition>("v25");
  expansions = $state<Expansion[]>([]);
  variants = $state<Variant[]>([]);
  difficulty = $state("normal");
  clock = $state<"none" | "real" | "days">("none");
  realTime = $state(1);
  days = $state(2);
  open = $state(false);
  listed = $state(false);
  chat = $state(false);
  seed = $state("");
  changed = $state<Part>("players");
  kinds = $state<string[]>(["guided"]);
  told = $state.raw<Checked | null>(null);
  offline = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(purpose: string | null) {
    const others: Chair["kind"] = purpose === "screen" ? "screen" : purpose === "friends" ? "open" : "bot";
    this.chairs = Array.from({ length: MAX_PLAYERS }, (_, index) => ({ kind: index ? others : "me", name: index ? "" : preferences.name, bot: "guided" }));
    void bots()
      .then((found) => (this.kinds = found))
      .catch(() => undefined);
  }

  get solo(): boolean {
    return this.players === 1;
  }

  get seedWrong(): boolean {
    return this.seed.trim() !== "" && !/^\d{1,15}$/.test(this.seed.trim());
  }

  get settings(): Partial<Settings> {
    const people = this.chairs.slice(0, this.players).filter((chair) => chair.kind === "me" || chair.kind === "open").length;
    const options: Record<string, unknown> = {};
    if (this.open) options.vp_pile = "face_up";
    if (this.variants.includes("line_clear") && people > 1) options.line_clear_order = "simultaneous";
    const [minutes, increment] = REAL_TIMES[this.realTime] ?? REAL_TIMES[0]!;
    return {
      players: this.players,
      edition: this.edition,
      expansions: [...this.expansions],
      variants: this.solo ? ["solo"] : [...this.variants],
      options,
      difficulty: this.solo ? this.difficulty : "normal",
      clock: this.clock === "real" ? { kind: "real_time", seconds: minutes * 60, increment } : this.clock === "days" ? { kind: "days", days: this.days } : null,
      seed: this.seed.trim() && !this.seedWrong ? Number(this.seed.trim()) : null,
      listed: this.listed,
      chat: this.chat,
    };
  }

  /** Everybody is there, so the game can begin at once. */
  get full(): boolean {
    return this.chairs.slice(0, this.players).every((chair) => chair.kind !== "open");
  }

  set(part: Part, change: () => void): void {
    this.changed = part;
    change();
  }

  toggle<Word extends Expansion | Variant>(part: "expansions" | "variants", word: Word, on: boolean): void {
    this.changed = part;
    const chosen = this[part] as Word[];
    (this[part] as Word[]) = on ? [...chosen, word] : chosen.filter((one) => one !== word);
  }

  /** Ask the server what it thinks, a moment after the last change. */
  ask(settings: Partial<Settings>): void {
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    this.#timer = setTimeout(async () => {
      try {
        const told = await checkSettings(settings);
        if (number !== this.#asked) return;
        this.told = told;
        this.offline = "";
      } catch (error) {
        if (number === this.#asked) this.offline = words(error);
      }
    }, PAUSE);
  }

  apply(change: Change): void {
    if (change.kind === "add_expansion") this.expansions = [...this.expansions, change.to as Expansion];
    else if (change.kind === "drop_expansion") this.expansions = this.expansions.filter((one) => one !== change.to);
    else if (change.kind === "drop_variant") this.variants = this.variants.filter((one) => one !== change.to);
    else if (change.kind === "edition") this.edition = change.to as Edition;
    else this.players = Number(change.to);
  }

  async create(): Promise<string> {
    const names = new Set<string>();
    const chairs: NewChair[] = this.chairs.slice(0, this.players).map((chair, index) => {
      if (chair.kind === "bot") return { kind: "bot", bot: this.kinds.includes(chair.bot) ? chair.bot : this.kinds[0]! };
      if (chair.kind === "open") return { kind: "open" };
      const name = unused(chair.name.trim() || (chair.kind === "me" ? preferences.name || t("common.you") : t("new.seat", { number: index + 1 })), names);
      names.add(name);
      return { kind: chair.kind, name };
    });
    return createTable(this.settings, chairs, this.full);
  }
}

function unused(name: string, taken: Set<string>): string {
  let tried = name;
  for (let number = 2; taken.has(tried); number++) tried = `${name} ${number}`;
  return tried;
}

/** The server's refusals of a combination, in the player's language. The server decides; these only find words. */
const PROBLEMS: [RegExp, (found: string[]) => string][] = [
  [/^(\d) players need (\d+) Black puzzles and these cards are (\d+);/, ([players, needed, there]) => t("problem.black", { players: Number(players), needed: Number(needed), there: Number(there) })],
  [/^Edition \w+ has no (\w+) expansion;/, ([what]) => t("problem.expansion", { what: titleOf("expansion", what!) })],
  [/^Edition \w+ has no (\w+) variant;/, ([what]) => t("problem.variant", { what: titleOf("variant", what!) })],
  [/^The finesse_ambassador tiles need the finesse expansion;/, () => t("problem.finesse")],
  [/^Edition \w+ is for up to (\d) players/, ([most]) => t("problem.most", { most: Number(most) })],
  [/^Six players need the ghost expansion/, () => t("problem.sixGhost")],
  [/^Line Clear is for none players/, () => t("problem.lineClearNever")],
  [/^Line Clear is for (\S+) players/, ([allowed]) => t("problem.lineClear", { allowed: allowed!.replace("-", "–") })],
];

export function problemWords(message: string): string {
  for (const [pattern, say] of PROBLEMS) {
    const found = pattern.exec(message);
    if (found) return say(found.slice(1));
  }
  return message;
}

export function titleOf(family: "expansion" | "variant" | "edition" | "bot", word: string): string {
  const plain = word.replaceAll("_", " ");
  return tell(`${family}.${word}`, plain.charAt(0).toUpperCase() + plain.slice(1));
}

export function fixWords(change: Change): string {
  if (change.kind === "players") return t("new.fix.players", { count: Number(change.to) });
  const family = change.kind === "edition" ? "edition" : change.kind === "drop_variant" ? "variant" : "expansion";
  return t(`new.fix.${change.kind}`, { what: titleOf(family, change.to) });
}

export const ruleWords = (sentence: Checked["summary"][number]): string =>
  isKey(`rule.${sentence.code}`) ? t(`rule.${sentence.code}` as Parameters<typeof t>[0], sentence.values) : sentence.text;
