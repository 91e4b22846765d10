/** What a person prefers in this browser: kept in localStorage, applied to the page at once. */
import { isLanguage, language, preferred, type Code } from "./i18n/index.svelte";

export type Theme = "dark" | "light" | "system";
export type Confirm = "auto" | "always" | "never";

export interface Stored {
  name: string;
  theme: Theme;
  language: Code | "auto";
  /** Patterns on the pieces, so that colour is not needed to tell them apart. */
  patterns: boolean;
  sound: boolean;
  motion: boolean;
  /** The turn ends by itself after the last action. */
  endTurn: boolean;
  /** Ask before a move counts: "auto" means on touch screens in slow games. */
  confirm: Confirm;
  hints: boolean;
}

export const DEFAULTS: Stored = {
  name: "",
  theme: "system",
  language: "auto",
  patterns: false,
  sound: true,
  motion: true,
  endTurn: false,
  confirm: "auto",
  hints: true,
};

const PLACE = "projectl.preferences";
const CHOICES: { [K in keyof Stored]?: readonly string[] } = {
  theme: ["dark", "light", "system"],
  confirm: ["auto", "always", "never"],
};

/** What was stored, as far as it makes sense. */
export function read(text: string | null): Stored {
  let found: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? "{}");
    if (parsed && typeof parsed === "object") found = parsed as Record<string, unknown>;
  } catch {
    // a spoilt entry is no entry
  }
  const kept = Object.entries(DEFAULTS).map(([key, otherwise]) => {
    const value = found[key];
    const choices = CHOICES[key as keyof Stored];
    const fits = typeof value === typeof otherwise && (!choices || choices.includes(value as string));
    return [key, fits ? value : otherwise];
  });
  const stored = Object.fromEntries(kept) as Stored;
  if (stored.language !== "auto" && !isLanguage(stored.language)) stored.language = "auto";
  return stored;
}

function load(): Stored {
  try {
    return read(localStorage.getItem(PLACE));
  } catch {
    return { ...DEFAULTS };
  }
}

class Preferences {
  #kept = $state<Stored>(load());
  #light = $state(matchMedia("(prefers-color-scheme: light)").matches);
  #calm = $state(matchMedia("(prefers-reduced-motion: reduce)").matches);

  constructor() {
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", (event) => {
      this.#light = event.matches;
      this.apply();
    });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (event) => (this.#calm = event.matches));
    addEventListener("storage", (event) => {
      if (event.key !== PLACE) return;
      this.#kept = read(event.newValue);
      this.apply();
    });
    this.apply();
  }

  set(change: Partial<Stored>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // private windows: the choice holds for this visit
    }
    this.apply();
  }

  /** Put the choice on the page. */
  apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.shade;
    root.dataset.motion = this.motion ? "on" : "off";
    root.dataset.patterns = this.patterns ? "on" : "off";
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", this.shade === "light" ? "#faf9f6" : "#1c1f24");
    const code = this.#kept.language === "auto" ? preferred() : this.#kept.language;
    if (code !== language.code) void language.use(code).catch(() => undefined);
  }

  get name() {
    return this.#kept.name;
  }
  get theme() {
    return this.#kept.theme;
  }
  /** The theme in effect. */
  get shade(): "dark" | "light" {
    return this.#kept.theme === "system" ? (this.#light ? "light" : "dark") : this.#kept.theme;
  }
  get language() {
    return this.#kept.language;
  }
  get patterns() {
    return this.#kept.patterns;
  }
  get sound() {
    return this.#kept.sound;
  }
  /** Motion is wanted, and the system does not ask for calm. */
  get motion() {
    return this.#kept.motion && !this.#calm;
  }
  get motionWanted() {
    return this.#kept.motion;
  }
  get endTurn() {
    return this.#kept.endTurn;
  }
  get confirm() {
    return this.#kept.confirm;
  }
  get hints() {
    return this.#kept.hints;
  }
}

export const preferences = new Preferences();
