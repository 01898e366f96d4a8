import { createTranslator } from "next-intl";
import type { Difference } from "@/lib/core/diagnosis/difference";
import { english } from "@/lib/core/i18n/messages";

const inEnglish = createTranslator({
  locale: "en",
  messages: english,
  namespace: "events.differences",
});

/** A difference in plain English. Pages translate the same messages. */
export function describeDifference(difference: Difference): string {
  return difference.map(({ name, values }) => inEnglish(name, values)).join(" ");
}
