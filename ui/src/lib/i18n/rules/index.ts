/** The rulebook's texts, a chunk for each language. */
import type { Code } from "../index.svelte";
import type { RuleTexts } from "./en";

const CHUNKS: Record<Code, () => Promise<{ rules: RuleTexts }>> = {
  en: () => import("./en"),
  cs: () => import("./cs"),
  de: () => import("./de"),
  es: () => import("./es"),
  fr: () => import("./fr"),
  it: () => import("./it"),
  pt: () => import("./pt"),
};

export const ruleTexts = async (code: Code): Promise<RuleTexts> => (await CHUNKS[code]()).rules;
