import { z } from "zod";
import { isId } from "@/lib/core/crypto/ids";

const DAY_MS = 86_400_000;
const STATUS = "must be a whole number from 100 to 599";
const DURATION = `must be a number from 0 to ${DAY_MS}`;

/** How a call ended, as a proxy reports it: a line of the request. Other keys are the proxy's own. */
export const outcomeSchema = z.object({
  request_id: z.string().refine(isId, "must be a value of X-Latchkey-Request-Id").meta({
    description: "The value of X-Latchkey-Request-Id.",
    example: "6740f1c2a9d34e0b7c51f2a1",
  }),
  status: z
    .int(STATUS)
    .min(100, STATUS)
    .max(599, STATUS)
    .meta({ description: "The HTTP status of the call.", example: 200 }),
  milliseconds: z
    .number(DURATION)
    .min(0, DURATION)
    .max(DAY_MS, DURATION)
    .meta({ description: "Its duration.", example: 12.5 }),
});

/** The number of lines that were used, and the errors of the others. */
export const mergeResultSchema = z
  .looseObject({
    merged: z.int().meta({ description: "Lines whose call has their outcome now.", example: 41 }),
    failed: z.int().meta({ description: "Lines that could not be used.", example: 1 }),
    errors: z
      .array(
        z.looseObject({
          line: z.int().meta({ description: "From 1.", example: 7 }),
          error: z.string().meta({ example: "status must be a whole number from 100 to 599." }),
        }),
      )
      .meta({ description: "Of the first 100 failed lines." }),
  })
  .meta({ id: "GateLogResult" });

/** The same as the API answers it. */
export type MergeResult = z.output<typeof mergeResultSchema>;
