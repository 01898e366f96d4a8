import { fixSchema } from "@/lib/kernel/diagnosis/fix-schemas";
import { describeFix } from "@/lib/oauth/events/describe-fix";
import type { ClientEvent } from "@/lib/oauth/events/schemas";

/** A stored fix as the API returns it, with its text. */
export function serializeFix(stored: unknown): ClientEvent["fix"] {
  if (stored === null) return null;
  const fix = fixSchema.parse(stored);
  return { ...fix, text: describeFix(fix) };
}
