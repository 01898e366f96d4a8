import { expect, it } from "vitest";
import { messages } from "@/lib/core/i18n/messages";
import { stepNames, steps } from "@/lib/developer-tools/conformance/steps";

it("uses the same English step names in the conformance check as the API", () => {
  const titles = Object.fromEntries(stepNames.map((name) => [name, steps[name].title]));
  expect(messages.en.developer.conformance.steps).toEqual(titles);
});
