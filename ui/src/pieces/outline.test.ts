import { describe, expect, it } from "vitest";
import { outline, RECESS_EDGE } from "./outline";
import { flipped, maskAt, placementOf, readPlacement, sameShape, standing, turned, turnedBack } from "./shapes";
import { PLACEMENT_MASK, PLACEMENT_PIECE, PIECES } from "../game";

describe("outline", () => {
  it("is the design's path of a single square", () => {
    expect(outline([[0, 0]])).toBe("M0.7 4.3A3.6 3.6 0 0 1 4.3 0.7L15.7 0.7A3.6 3.6 0 0 1 19.3 4.3L19.3 15.7A3.6 3.6 0 0 1 15.7 19.3L4.3 19.3A3.6 3.6 0 0 1 0.7 15.7Z");
  });
  it("rounds inner corners the other way", () => {
    const path = outline(standing(3));
    expect(path.match(/0 0 0/g)).toHaveLength(1);
    expect(path.match(/0 0 1/g)).toHaveLength(5);
    expect(path).toContain("A2.2 2.2 0 0 0");
  });
  it("draws a hole as a loop of its own", () => {
    const ring = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [row, column] as const)).filter(([row, column]) => row !== 1 || column !== 1);
    expect(outline(ring, RECESS_EDGE).match(/M/g)).toHaveLength(2);
  });
  it("keeps cells apart that only touch at a corner", () => {
    expect(outline([[0, 0], [1, 1]]).match(/M/g)).toHaveLength(2);
  });
});

describe("shapes", () => {
  it("come back after four turns and two flips", () => {
    for (let piece = 0; piece < PIECES.length; piece++) {
      const shape = standing(piece);
      expect(sameShape(turned(turned(turned(turned(shape)))), shape)).toBe(true);
      expect(sameShape(turnedBack(turned(shape)), shape)).toBe(true);
      expect(sameShape(flipped(flipped(shape)), shape)).toBe(true);
    }
  });
  it("reach every placement of the rules by turning, flipping and moving", () => {
    const reached = new Set<number>();
    for (let piece = 0; piece < PIECES.length; piece++) {
      for (let flips = 0, shape = standing(piece); flips < 2; flips++, shape = flipped(shape)) {
        for (let turns = 0; turns < 4; turns++, shape = turned(shape)) {
          for (let row = 0; row < 5; row++) {
            for (let column = 0; column < 5; column++) {
              const mask = maskAt(shape, row, column);
              if (mask !== null) reached.add(placementOf(piece, mask)!);
            }
          }
        }
      }
    }
    expect(reached.size).toBe(PLACEMENT_MASK.length);
  });
  it("read a placement's text", () => {
    const found = readPlacement("I2@12,22")!;
    expect(PLACEMENT_PIECE[found]).toBe(1);
    expect(PLACEMENT_MASK[found]).toBe((1 << 7) | (1 << 12));
  });
});
