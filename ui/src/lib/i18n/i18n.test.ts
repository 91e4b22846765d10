import { describe, expect, it } from "vitest";
import { CHUNKS, fill, language, LANGUAGES, preferred, t, tell, type Code } from "./index.svelte";
import { en } from "./en";
import type { Text } from "./messages";
import { rules as englishRules } from "./rules/en";
import { ruleTexts } from "./rules";

const codes = Object.keys(LANGUAGES) as Code[];
const gaps = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
const sentences = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const all = (text: Text): string[] => [...new Set(sentences(text).flatMap(gaps))].sort();

describe("texts", () => {
  it("fill their gaps and leave unknown ones", () => {
    expect(fill("{name} has {count}", { name: "Ann", count: 1234 }, "en")).toBe("Ann has 1,234");
    expect(fill("{name} has {count}", { count: 1234 }, "de")).toBe("{name} has 1.234");
  });

  it("choose the plural form of the language", () => {
    const czech = { one: "{count} místo", few: "{count} místa", other: "{count} míst" };
    expect([1, 2, 4, 5, 0, 22].map((count) => fill(czech, { count }, "cs"))).toEqual(["1 místo", "2 místa", "4 místa", "5 míst", "0 míst", "22 míst"]);
    expect(fill({ one: "{count} siège", other: "{count} sièges" }, { count: 0 }, "fr")).toBe("0 siège");
  });

  it("are told in the language in use, and otherwise in the server's words", async () => {
    await language.use("en");
    expect(t("home.watch.count", { count: 1 })).toBe("1 table");
    expect(t("home.watch.count", { count: 3 })).toBe("3 tables");
    expect(tell("error.nothing_like_it", "The server says no.")).toBe("The server says no.");
  });

  it("follow the browser's wishes", () => {
    expect(preferred(["xx-YY", "en-GB"])).toBe("en");
    expect(preferred(["ja"])).toBe("en");
  });
});

describe.each(codes)("language %s", (code) => {
  it("has every key, with the same gaps and every plural form it needs", async () => {
    const messages = await CHUNKS[code]();
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
    const plural = new Intl.PluralRules(code);
    const needed = new Set(Array.from({ length: 120 }, (_, count) => plural.select(count)));
    const wrong: string[] = [];
    for (const [key, source] of Object.entries(en) as [keyof typeof en, Text][]) {
      const text: Text = messages[key];
      if (sentences(text).some((one) => !one.trim())) wrong.push(`${key}: empty`);
      const unknown = all(text).filter((gap) => !all(source).includes(gap));
      const lost = all(source).filter((gap) => !all(text).includes(gap) && gap !== "{count}");
      if (unknown.length || lost.length) wrong.push(`${key}: ${[...unknown, ...lost].join(" ")}`);
      if (typeof source !== "string" && typeof text !== "string") for (const form of needed) if (!(form in text)) wrong.push(`${key}: no form ${form}`);
    }
    expect(wrong).toEqual([]);
  });

  it("has the whole rulebook", async () => {
    const texts = await ruleTexts(code);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(englishRules).sort());
    const wrong = (Object.keys(englishRules) as (keyof typeof englishRules)[]).filter((key) => gaps(texts[key]).join() !== gaps(englishRules[key]).join());
    expect(wrong).toEqual([]);
  });
});
