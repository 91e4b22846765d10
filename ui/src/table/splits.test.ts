import { expect, it } from "vitest";
import { SPLIT_COUNT } from "../game";
import { drawSplit } from "./splits";

it("draws every split of the rules with all its pieces", () => {
  SPLIT_COUNT.forEach((counts, split) => {
    const parts = drawSplit(split);
    expect(parts).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
    expect(parts.reduce((sum, part) => sum + part.cells.length, 0)).toBe(5);
  });
});
