import { z } from "zod";
import type { ReadAnswer } from "@/lib/developer-tools/playground/redact-response";
import type { Verdict } from "@/lib/developer-tools/playground/step";

const errorSchema = z.object({ error: z.string(), message: z.string() });

/** The verdict on an error response of an OAuth endpoint (RFC 6749 section 5.2). */
export function readError({ status, text }: ReadAnswer): Verdict {
  const { error, message } = errorSchema.parse(JSON.parse(text));
  return { outcome: "refused", message: `The request failed with ${status} ${error}. ${message}` };
}
