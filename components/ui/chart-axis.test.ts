import fc from "fast-check";
import { expect, it } from "vitest";
import { axisTicks } from "./chart-axis";

it("covers every count with at most five equal whole-number steps and no unnecessary step", () => {
  fc.assert(
    fc.property(fc.nat(), (most) => {
      const ticks = axisTicks(most);
      const [first = 0, step = 0] = ticks;
      expect(first).toBe(0);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks).toEqual(ticks.map((_, position) => position * step));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect((ticks.at(-1) ?? 0) - step).toBeLessThan(Math.max(1, most));
    }),
  );
});
