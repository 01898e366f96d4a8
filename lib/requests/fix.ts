import { z } from "zod";
import { type Fix, fixSchema as storedFixSchema } from "@/lib/core/diagnosis/fix-schemas";
import { fixMessage } from "@/lib/core/diagnosis/fix-values";
import events from "@/lib/core/i18n/messages/en/events.json" with { type: "json" };

/** What to do about a denial, as the API returns it. */
export const fixSchema = z
  .looseObject({
    kind: z.string().meta({ description: "What to do, for programs.", example: "set_parameter" }),
    text: z.string().meta({
      description: "What to do and where, for people.",
      example: "In the request, send response_type=code.",
    }),
  })
  .meta({
    id: "Fix",
    description: "The likely fix. Besides kind and text, it has the fields that its kind needs.",
  });
export type FixBody = z.output<typeof fixSchema> | null;

/** A stored fix as the API returns it, with its text. */
export function serializeFix(stored: unknown): FixBody {
  if (stored === null) return null;
  const fix = storedFixSchema.parse(stored);
  return { ...fix, text: describeFix(fix) };
}

/** A fix in plain English: what to do, and where. Pages translate the same message. */
export function describeFix(fix: Fix): string {
  const { name, values } = fixMessage(fix);
  return events.fixes[name].replace(/\{(\w+)\}/g, (_, placeholder) => String(values[placeholder]));
}
