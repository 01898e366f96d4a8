import { z } from "zod";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

/** Windows over which activity is counted. */
export const activityWindows = ["24h", "7d", "30d"] as const;
export type ActivityWindow = (typeof activityWindows)[number];

export const activityQuerySchema = z.object({
  window: z.enum(activityWindows, "must be 24h, 7d or 30d").default("7d").meta({
    description: "The time window: 24 hours by hour, or 7 or 30 days by day including today. UTC.",
  }),
});

const count = (description: string) => z.int().meta({ description, example: 12 });

const counts = {
  issued: z
    .looseObject({
      code: count("Authorization codes."),
      offline: count("Offline tokens issued for a code."),
      online: count("Online tokens issued for a code."),
      client_credentials: count("Tokens issued to the client itself."),
    })
    .meta({
      description: "Issued codes and tokens by kind; refreshed tokens are counted separately.",
    }),
  refreshed: count("Tokens issued for a refresh token."),
  refused: z.record(z.string(), z.int()).meta({
    description: "Denied requests by error code, including those that only named the client.",
    example: { invalid_grant: 3 },
  }),
};

/** Counts of issued, refreshed and denied requests in a period. */
export const activityCountsSchema = z.looseObject(counts).meta({ id: "ActivityCounts" });

/** Counts of issued, refreshed and denied requests in a period. */
export type ActivityCounts = z.output<typeof activityCountsSchema>;

const activityBucketSchema = z
  .looseObject({ start: timestamp("Start of the hour or day, in UTC."), ...counts })
  .meta({ id: "ActivityBucket" });

/** The counts of one hour or day. */
export type ActivityBucket = z.output<typeof activityBucketSchema>;

/** Activity of a client or of all clients of an organization. */
export const activitySchema = z
  .looseObject({
    window: z.enum(activityWindows).meta({ description: "As asked for." }),
    unit: z.enum(["hour", "day"]).meta({ description: "The length of a bucket." }),
    buckets: z.array(activityBucketSchema).meta({
      description:
        "Every hour or day of the window, oldest first; the last one is still in progress.",
    }),
    totals: activityCountsSchema.meta({ description: "Totals over the window." }),
    last_call_at: timestamp(
      "When an allowed platform API call was last made, even before the window; null if no such call is on record. Introspection does not count.",
    ).nullable(),
  })
  .meta({ id: "Activity" });

/** Activity as the API answers it. */
export type Activity = z.output<typeof activitySchema>;
