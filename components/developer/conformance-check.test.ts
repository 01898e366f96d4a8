import { expect, it } from "vitest";
import { messages } from "@/lib/core/i18n/messages";
import { steps } from "@/lib/developer-tools/conformance/steps";

it("uses the same English step names in the conformance check as the API", () => {
  const titles = Object.fromEntries(steps.map(({ name, title }) => [name, title]));
  expect(messages.en.developer.conformance.steps).toEqual(titles);
});
