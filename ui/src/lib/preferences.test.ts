import { beforeEach, describe, expect, it, vi } from "vitest";

const kept = new Map<string, string>();
const root = { dataset: {} as Record<string, string>, lang: "" };
let light = false;

vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("light") && light, addEventListener: () => undefined }));
vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("document", { documentElement: root, querySelector: () => null });

const fresh = async () => {
  vi.resetModules();
  return await import("./preferences.svelte");
};

beforeEach(() => {
  kept.clear();
  light = false;
});

describe("preferences", () => {
  it("begin with the defaults and put the theme on the page", async () => {
    const { preferences } = await fresh();
    expect(preferences.theme).toBe("system");
    expect(preferences.shade).toBe("dark");
    expect(root.dataset).toMatchObject({ theme: "dark", motion: "on", patterns: "off" });
  });

  it("follow the device when asked to", async () => {
    light = true;
    const { preferences } = await fresh();
    expect(preferences.shade).toBe("light");
    preferences.set({ theme: "dark" });
    expect(preferences.shade).toBe("dark");
    expect(root.dataset.theme).toBe("dark");
  });

  it("are kept for the next visit", async () => {
    const first = await fresh();
    first.preferences.set({ name: "Jana", patterns: true, confirm: "always" });
    const { preferences } = await fresh();
    expect(preferences.name).toBe("Jana");
    expect(preferences.patterns).toBe(true);
    expect(preferences.confirm).toBe("always");
    expect(root.dataset.patterns).toBe("on");
  });

  it("survive nonsense in the storage", async () => {
    const { read, DEFAULTS } = await fresh();
    expect(read("not json")).toEqual(DEFAULTS);
    expect(read("[1]")).toEqual(DEFAULTS);
    expect(read('{"theme":"pink","sound":"loud","language":"tlh","name":"A","extra":1}')).toEqual({ ...DEFAULTS, name: "A" });
  });
});
