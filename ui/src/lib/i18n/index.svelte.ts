/**
 * Texts in the player's language.
 *
 *   t("lobby.watching", { count: 3 })   reactive: changes when the language does
 *
 * English is the typed source (en.shell.ts and en.table.ts); every other language is a chunk of its own.
 */
import { en } from "./en";
import type { Key, Messages, Params, Text } from "./messages";

export type { Key, Messages, Params } from "./messages";

/** The languages that are complete, each by its own name. */
export const LANGUAGES = {
  en: "English",
  cs: "Čeština",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  pt: "Português",
} as const;
export type Code = keyof typeof LANGUAGES;

export const CHUNKS: Record<Code, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  cs: () => import("./cs").then(({ cs }) => cs),
  de: () => import("./de").then(({ de }) => de),
  es: () => import("./es").then(({ es }) => es),
  fr: () => import("./fr").then(({ fr }) => fr),
  it: () => import("./it").then(({ it }) => it),
  pt: () => import("./pt").then(({ pt }) => pt),
};

export const isLanguage = (code: string): code is Code => Object.hasOwn(LANGUAGES, code);

/** The first of the browser's languages that we have. */
export function preferred(wanted: readonly string[] = navigator.languages): Code {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split("-")[0]!;
    if (isLanguage(code)) return code;
  }
  return "en";
}

class Language {
  code = $state<Code>("en");
  messages = $state.raw<Messages>(en);
  #asked: Code = "en";

  /** Change over once the texts are here; the old ones stay if they cannot be had. */
  async use(code: Code): Promise<void> {
    this.#asked = code;
    const messages = await CHUNKS[code]();
    if (this.#asked !== code) return; // somebody changed their mind meanwhile
    this.messages = messages;
    this.code = code;
    if (typeof document !== "undefined") document.documentElement.lang = code;
  }
}

export const language = new Language();

const plurals = new Map<string, Intl.PluralRules>();

function form(code: string, count: number): Intl.LDMLPluralRule {
  let rules = plurals.get(code);
  if (!rules) plurals.set(code, (rules = new Intl.PluralRules(code)));
  return rules.select(count);
}

/** A text with its gaps filled; numbers are written as the language writes them. */
export function fill(text: Text, params: Params, code: string): string {
  const sentence = typeof text === "string" ? text : (text[form(code, Number(params.count ?? 0))] ?? text.other);
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = params[name];
    return value === undefined ? gap : typeof value === "number" ? value.toLocaleString(code) : value;
  });
}

export function t(key: Key, params: Params = {}): string {
  return fill(language.messages[key], params, language.code);
}

/** Is there a text of this name? For texts chosen by what the server says. */
export const isKey = (key: string): key is Key => Object.hasOwn(en, key);

/** The text of this name, or the server's own English words. */
export const tell = (key: string, otherwise: string, params: Params = {}): string => (isKey(key) ? t(key, params) : otherwise);

export const number = (value: number): string => value.toLocaleString(language.code);

export const list = (words: string[]): string => new Intl.ListFormat(language.code).format(words);

export const date = (when: number): string =>
  new Intl.DateTimeFormat(language.code, { dateStyle: "medium", timeStyle: "short" }).format(when);

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "3 hours ago" */
export function ago(when: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language.code, { numeric: "auto" });
  for (const [unit, length] of STEPS) {
    const count = Math.floor((now - when) / length);
    if (count >= 1) return format.format(-count, unit);
  }
  return format.format(0, "minute");
}
