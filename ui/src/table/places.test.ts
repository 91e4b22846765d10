import { expect, it } from "vitest";
import { settle } from "./places";
import { others } from "./seats";
import { clockText, timeLeft } from "./clocks";
import { flightOf } from "./flights";

it("keeps cards on their places", () => {
  const first = settle([null, null, null, null], ["W1", "W2", "W3"]);
  expect(first).toEqual(["W1", "W2", "W3", null]);
  expect(settle(first, ["W1", "W3", "B4"])).toEqual(["W1", "B4", "W3", null]);
});

it("lists the others from the next one on", () => {
  expect(others(["A", "B", "C", "D"], "B")).toEqual(["C", "D", "A"]);
});

it("counts clocks down while they run", () => {
  expect(timeLeft({ chair: 0, left: 5000, since: 1000 }, 3000)).toBe(3000);
  expect(timeLeft({ chair: 0, left: 5000, since: null }, 3000)).toBe(5000);
  expect(timeLeft({ chair: 0 }, 3000)).toBeNull();
  expect([clockText(401_000), clockText(3_723_000), clockText(100 * 3_600_000)]).toEqual(["6:41", "1:02:03", "4 d 4 h"]);
});

it("turns events into flights", () => {
  expect(flightOf("taken B W4 2")).toMatchObject({ card: "W4", from: "market-2", to: "area-B" });
  expect(flightOf("placed B W4 I2@12,22")).toMatchObject({ piece: 1, from: "supply-B", to: "card-W4" });
  expect(flightOf("upgraded B none O1")).toMatchObject({ piece: 0, from: "reserve-O1", to: "supply-B" });
  expect(flightOf("turn_ended B")).toBeNull();
});
