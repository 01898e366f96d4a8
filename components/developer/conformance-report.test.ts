import { expect, it } from "vitest";
import { messages } from "@/lib/core/i18n/messages";
import { install } from "@/lib/developer-tools/conformance/steps/install";
import { renewal } from "@/lib/developer-tools/conformance/steps/renewal";
import { state } from "@/lib/developer-tools/conformance/steps/state";
import { tokens } from "@/lib/developer-tools/conformance/steps/tokens";
import { uninstall } from "@/lib/developer-tools/conformance/steps/uninstall";

it("uses the same English step names in the conformance check as the API", () => {
  const steps = [install, tokens, state, renewal, uninstall];
  const titles = Object.fromEntries(steps.map(({ name, title }) => [name, title]));
  expect(messages.en.developer.conformance.steps).toEqual(titles);
});
