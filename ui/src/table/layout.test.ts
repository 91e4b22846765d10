import { describe, expect, it } from "vitest";
import { measure } from "./layout";

const BASE = { solo: false, lineClear: false, tiles: false, kinds: 9 };

describe("layout", () => {
  it("has the design's measures at 1440 x 900", () => {
    expect(measure(1440, 900, BASE)).toMatchObject({ mode: "desktop", left: 568, right: 300, marketCard: 100, myCard: 248, reserveCell: 21, wideTray: true });
  });
  it("has the design's measures on phones", () => {
    expect(measure(390, 844, BASE)).toMatchObject({ mode: "phone", myCard: 178 });
    expect(measure(360, 740, BASE).myCard).toBeLessThanOrEqual(137);
  });
  it("keeps the drawn columns at 1100 x 720", () => {
    const layout = measure(1100, 720, BASE);
    expect(layout).toMatchObject({ left: 424, right: 260, marketCard: 71, wideTray: false });
    expect(layout.myCard).toBeGreaterThanOrEqual(166);
  });
  it("scales large screens as a whole, at most 1.6 times", () => {
    expect(measure(1920, 1080, BASE).scale).toBeCloseTo(1.2);
    expect(measure(3840, 2160, BASE).scale).toBe(1.6);
  });
  it("puts upright tablets on the phone layout and lying ones on the desktop's", () => {
    expect(measure(820, 1180, BASE).mode).toBe("phone");
    expect(measure(1024, 768, BASE).mode).toBe("desktop");
  });
});
