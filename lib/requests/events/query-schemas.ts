import { z } from "zod";
import { walkQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";
import { eventOutcomes } from "@/lib/protocol/events/schemas";
import { eventKindNames } from "@/lib/protocol/events/values";

/** Query of a client's events. */
export const listEventsQuerySchema = z.object({
  ...walkQuery,
  kind: z.enum(eventKindNames).optional().meta({ description: "Only requests of this kind." }),
  outcome: z
    .enum(eventOutcomes)
    .optional()
    .meta({ description: "Only issued tokens, denied requests, or consents a seller declined." }),
  reason: plainLine(1, 60).optional().meta({
    description: "Only this error code, or this kind of issued token.",
    example: "invalid_grant",
  }),
  check: plainLine(1, 60).optional().meta({ description: "Only denials by this check." }),
  authenticated: z
    .stringbool({ truthy: ["true"], falsy: ["false"], error: "must be true or false" })
    .optional()
    .meta({
      description:
        "true: only callers who authenticated as the client. false: only denials of callers who did not, in full; without this filter, only the newest of each day are listed.",
      override: { type: "boolean" },
    }),
  request_id: plainLine(1, 60).optional().meta({
    description: "Only the request with this id, from the error response.",
    example: "6740f1c2a9d34e0b7c51f300",
  }),
  from: timestampInput.optional().meta({ description: "Only events at or after this time." }),
  to: timestampInput.optional().meta({ description: "Only events before this time." }),
});

/** Query of a client's events, parsed. */
export type ListEventsQuery = z.output<typeof listEventsQuerySchema>;
