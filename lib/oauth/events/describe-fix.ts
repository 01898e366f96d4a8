import en from "@/lib/i18n/messages/en.json" with { type: "json" };
import type { Fix } from "@/lib/kernel/diagnosis/fix-schemas";
import { fixMessage } from "@/lib/kernel/diagnosis/fix-values";

/** A fix in plain English: what to do, and where. Pages translate the same message. */
export function describeFix(fix: Fix): string {
  const { name, values } = fixMessage(fix);
  return en.events.fixes[name].replace(/\{(\w+)\}/g, (_, placeholder) =>
    String(values[placeholder]),
  );
}
