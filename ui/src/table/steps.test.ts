import { describe, expect, it } from "vitest";
import { STEP } from "../game";
import { isPlace, levelUpStep, pieceIn, placeable, placeStep, placementIn, readOptions, slotOf, stageOf, upgradeStep } from "./steps";

describe("options", () => {
  it("sort the server's step ids", () => {
    const options = readOptions([placeStep(2, 30), STEP.TAKE + 3, STEP.TAKE_DECK + 1, STEP.RECYCLE, STEP.UPGRADE_TAKE, upgradeStep(1, 3), STEP.MASTER, STEP.GHOST + 5, STEP.INSERT, STEP.END]);
    expect([...options.places.get(2)!]).toEqual([30]);
    expect([...options.takes]).toEqual([3]);
    expect([...options.decks]).toEqual([1]);
    expect([...options.recycles]).toEqual([0]);
    expect([...options.free]).toEqual([0]);
    expect([...options.upgrades.get(1)!]).toEqual([3]);
    expect([...options.splits]).toEqual([5]);
    expect(options).toMatchObject({ master: true, insert: true, end: true, done: false, credit: false });
    expect([...placeable(options)]).toEqual([1]);
  });
  it("know choices", () => {
    const options = readOptions([STEP.REWARD + 2, STEP.REWARD_NONE, levelUpStep(0, 1), STEP.LEVEL_UP_NONE, STEP.COMPLETE + 1, STEP.CREDIT, STEP.DONE, STEP.AMBASSADOR, STEP.USE_NOTED, STEP.UNDER + 2]);
    expect([...options.rewards]).toEqual([2]);
    expect(options.levelUps.get(0)!.has(1)).toBe(true);
    expect([...options.completes]).toEqual([1]);
    expect([...options.ambassadors]).toEqual([0, STEP.USE_NOTED - STEP.AMBASSADOR]);
    expect([...options.under]).toEqual([2]);
    expect(options).toMatchObject({ noReward: true, noLevelUp: true, credit: true, done: true });
  });
  it("read a PLACE back", () => {
    const step = placeStep(3, 27);
    expect([isPlace(step), slotOf(step), placementIn(step), pieceIn(step)]).toEqual([true, 3, 27, 1]);
  });
});

describe("stage", () => {
  it("is named by its first telling step", () => {
    expect(stageOf([])).toBe("none");
    expect(stageOf([STEP.INSERT])).toBe("insert");
    expect(stageOf([STEP.INSERT, STEP.MASTER, placeStep(0, 3)])).toBe("master");
    expect(stageOf([STEP.GHOST + 2])).toBe("ghost");
    expect(stageOf([STEP.RECYCLE + 1, STEP.UNDER])).toBe("recycle");
    expect(stageOf([STEP.USE_NOTED])).toBe("ambassador");
    expect(stageOf([STEP.CREDIT])).toBe("credit");
    expect(stageOf([STEP.TAKE_DECK])).toBe("take");
    expect(stageOf([placeStep(0, 0)])).toBe("other");
  });
});
