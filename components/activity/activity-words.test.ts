import { expect, it } from "vitest";
import { bucketLabels } from "./activity-words";

const START = "2026-10-01T07:00:00.000Z";

it.each([
  ["en", "1 Oct", "07:00"],
  ["de", "1. Okt.", "07:00"],
] as const)("formats a day or an hour in UTC for the locale %s", (locale, day, hour) => {
  expect(bucketLabels("day", locale)(START)).toBe(day);
  expect(bucketLabels("hour", locale)(START)).toBe(hour);
});
