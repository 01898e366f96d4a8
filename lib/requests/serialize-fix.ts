import { type Fix, fixSchema } from "@/lib/core/diagnosis/fix-schemas";
import { fixMessage } from "@/lib/core/diagnosis/fix-values";
import events from "@/lib/core/i18n/messages/en/events.json" with { type: "json" };
import type { FixBody } from "@/lib/requests/log/schemas";

/** A stored fix as the API returns it, with its text. */
export function serializeFix(stored: unknown): FixBody {
  if (stored === null) return null;
  const fix = fixSchema.parse(stored);
  return { ...fix, text: describeFix(fix) };
}

/** A fix in plain English: what to do, and where. Pages translate the same message. */
export function describeFix(fix: Fix): string {
  const { name, values } = fixMessage(fix);
  return events.fixes[name].replace(/\{(\w+)\}/g, (_, placeholder) => String(values[placeholder]));
}
