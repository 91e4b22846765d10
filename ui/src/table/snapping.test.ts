import { describe, expect, it } from "vitest";
import { cellsOf, maskAt, placementOf, standing, turned } from "../pieces/shapes";
import { covering, exact, firstLanding, landing, within } from "./snapping";

const I2 = 1;
const upright = standing(I2);
const at = (row: number, column: number, shape = upright): number => placementOf(I2, maskAt(shape, row, column)!)!;

describe("landing", () => {
  it("snaps to the nearest legal anchor within reach", () => {
    const legal = new Set([at(1, 2), at(3, 2)]);
    expect(landing(I2, upright, 1.4, 2.3, legal)).toMatchObject({ row: 1, column: 2, placement: at(1, 2) });
    expect(landing(I2, upright, 2.6, 2.1, legal)).toMatchObject({ row: 3, placement: at(3, 2) });
  });
  it("shows where it would lie, illegally, out of reach", () => {
    const found = landing(I2, upright, 0, 0, new Set([at(1, 2)]));
    expect(found).toMatchObject({ row: 0, column: 0, placement: null });
    expect(cellsOf(found!.mask)).toEqual([[0, 0], [1, 0]]);
  });
  it("is nothing off the card", () => {
    expect(landing(I2, upright, 4, 2, new Set())).toBeNull();
  });
  it("minds the orientation", () => {
    const flat = turned(upright);
    expect(landing(I2, flat, 1, 2, new Set([at(1, 2)]))?.placement).toBeNull();
    expect(firstLanding(I2, flat, new Set([at(1, 2), at(3, 1, flat)]))).toMatchObject({ row: 3, column: 1 });
  });
  it("covers a tapped cell with whichever end fits", () => {
    const legal = new Set([at(1, 2), at(3, 2)]);
    expect(covering(I2, upright, 2.5, 2.5, legal)).toMatchObject({ row: 1, placement: at(1, 2) });
    expect(covering(I2, upright, 0.5, 0.5, legal)).toBeNull();
  });
  it("says whether an exact cell is legal", () => {
    expect(exact(I2, upright, 1, 2, new Set([at(1, 2)]))?.placement).toBe(at(1, 2));
    expect(within(upright, 9, -1)).toEqual([3, 0]);
  });
});
