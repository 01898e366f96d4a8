import { z } from "zod";
import { pageQuery } from "@/lib/kernel/schemas/page-schemas";
import { plainLine } from "@/lib/kernel/schemas/plain-text";
import { timestampInput } from "@/lib/kernel/schemas/timestamp-schema";
import { eventKinds, eventOutcomes } from "@/lib/oauth/events/schemas";

/** Query of a client's events. */
export const listEventsQuerySchema = z.object({
  ...pageQuery,
  kind: z.enum(eventKinds).optional().meta({ description: "Only requests of this kind." }),
  outcome: z
    .enum(eventOutcomes)
    .optional()
    .meta({ description: "Only what was issued, what was refused, or what a seller declined." }),
  reason: plainLine(1, 60).optional().meta({
    description: "Only this error code, or what was issued.",
    example: "invalid_grant",
  }),
  check: plainLine(1, 60).optional().meta({ description: "Only refusals by this check." }),
  authenticated: z
    .stringbool({ truthy: ["true"], falsy: ["false"], error: "must be true or false" })
    .optional()
    .meta({
      description:
        "true: only callers who proved to be the client. false: only refusals of those who did not, each of them; without a filter the newest of a day stand for the others.",
      override: { type: "boolean" },
    }),
  request_id: plainLine(1, 60).optional().meta({
    description: "Only the request with this id, as the error answer named it.",
    example: "6740f1c2a9d34e0b7c51f300",
  }),
  from: timestampInput.optional().meta({ description: "Only events at or after this moment." }),
  to: timestampInput.optional().meta({ description: "Only events before this moment." }),
});

/** Query of a client's events, parsed. */
export type ListEventsQuery = z.output<typeof listEventsQuerySchema>;
