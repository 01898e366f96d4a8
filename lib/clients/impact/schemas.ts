import { z } from "zod";
import { grantorProperties } from "@/lib/clients/grants/schemas";
import { integer } from "@/lib/core/schemas/described";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

const count = (description: string) => integer(description, 3);

/** Who would be affected if a client stopped. */
export const clientImpactSchema = z
  .looseObject({
    companies: z
      .looseObject({
        total: count("The number of companies and organizations with a live grant."),
        latest: z
          .array(
            z.looseObject({
              ...grantorProperties,
              last_call_at: timestamp(
                "When an allowed platform API call was last made on its behalf; null if no such call is on record. Introspection does not count.",
              ).nullable(),
            }),
          )
          .meta({ description: "Up to five of them, most recently active first." }),
      })
      .meta({ description: "Companies and organizations with a live grant." }),
    live_tokens: z
      .looseObject({
        offline: count("Live offline access tokens."),
        online: count("Live online access tokens."),
        client_credentials: count("Live tokens issued to the client itself."),
        refresh: count("Refresh tokens that can still be used."),
      })
      .meta({ description: "The client's live tokens." }),
    calls_7_days: count("Allowed platform API calls of the last seven days (UTC), with today."),
    last_call_at: timestamp(
      "When one of its tokens last made an allowed platform API call; null if no such call is on record. Introspection does not count.",
    ).nullable(),
    last_token_at: timestamp(
      "When an access token was last issued to it; null if never.",
    ).nullable(),
  })
  .meta({ id: "ClientImpact" });

export type ClientImpact = z.output<typeof clientImpactSchema>;
