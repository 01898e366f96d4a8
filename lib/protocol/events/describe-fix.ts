import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { fixMessage } from "@/lib/core/diagnosis/fix-values";
import en from "@/lib/core/i18n/messages/en.json" with { type: "json" };

/** A fix in plain English: what to do, and where. Pages translate the same message. */
export function describeFix(fix: Fix): string {
  const { name, values } = fixMessage(fix);
  return en.events.fixes[name].replace(/\{(\w+)\}/g, (_, placeholder) =>
    String(values[placeholder]),
  );
}
