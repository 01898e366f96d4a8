import { expect, it } from "vitest";
import { matters } from "@/components/platform/overview-panels";
import { platformOverviewSchema } from "@/lib/platform/overview/schemas";

it("the overview page has a line for everything that the overview counts as needing attention", () => {
  const counted = Object.keys(platformOverviewSchema.shape.attention.shape);
  expect(matters.map(({ name }) => name).sort()).toEqual(counted.sort());
});
