import { z } from "zod";
import { timestamp } from "@/lib/kernel/schemas/timestamp-schema";

/** Windows over which activity is counted. */
export const activityWindows = ["24h", "7d", "30d"] as const;
export type ActivityWindow = (typeof activityWindows)[number];

/** Query of activity. */
export const activityQuerySchema = z.object({
  window: z.enum(activityWindows, "must be 24h, 7d or 30d").default("7d").meta({
    description: "How far back: 24 hours in hours, or 7 or 30 days in days, today included. UTC.",
  }),
});

const count = (description: string) => z.int().meta({ description, example: 12 });

const counts = {
  issued: z
    .looseObject({
      code: count("Authorization codes."),
      offline: count("Offline tokens for a code."),
      online: count("Online tokens for a code."),
      client_credentials: count("Tokens of the client itself."),
    })
    .meta({ description: "What was issued, by its kind; refreshed tokens are counted apart." }),
  refreshed: count("Tokens issued for a refresh token."),
  refused: z.record(z.string(), z.int()).meta({
    description:
      "Requests that were refused, by error code; also those that only named the client.",
    example: { invalid_grant: 3 },
  }),
};

const activityCountsSchema = z.looseObject(counts).meta({ id: "ActivityCounts" });

/** What was issued, refreshed and refused in some time. */
export type ActivityCounts = z.output<typeof activityCountsSchema>;

const activityBucketSchema = z
  .looseObject({ start: timestamp("Begin of the hour or day, in UTC."), ...counts })
  .meta({ id: "ActivityBucket" });

/** The same of one hour or day. */
export type ActivityBucket = z.output<typeof activityBucketSchema>;

/** Activity of a client or of all clients of an organization. */
export const activitySchema = z
  .looseObject({
    window: z.enum(activityWindows).meta({ description: "As asked for." }),
    unit: z.enum(["hour", "day"]).meta({ description: "What a bucket stands for." }),
    buckets: z.array(activityBucketSchema).meta({
      description: "Every hour or day of the window, oldest first; the last one goes on.",
    }),
    totals: activityCountsSchema.meta({ description: "Sums over the window." }),
    last_call_at: timestamp(
      "Last call to a platform API, also before the window; null if there was none.",
    ).nullable(),
  })
  .meta({ id: "Activity" });

/** Activity as the API answers it. */
export type Activity = z.output<typeof activitySchema>;
