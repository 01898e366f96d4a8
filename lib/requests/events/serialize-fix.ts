import { fixSchema } from "@/lib/core/diagnosis/fix-schemas";
import { describeFix } from "@/lib/protocol/events/describe-fix";
import type { ClientEvent } from "@/lib/protocol/events/schemas";

/** A stored fix as the API returns it, with its text. */
export function serializeFix(stored: unknown): ClientEvent["fix"] {
  if (stored === null) return null;
  const fix = fixSchema.parse(stored);
  return { ...fix, text: describeFix(fix) };
}
