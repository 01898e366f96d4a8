import { z } from "zod";
import { timestamp } from "@/lib/kernel/schemas/timestamp-schema";

const count = (description: string) => z.int().meta({ description, example: 3 });

/** Who would notice if a client stopped. */
export const clientImpactSchema = z
  .looseObject({
    companies: z
      .looseObject({
        total: count("How many have granted it something that is live."),
        latest: z
          .array(
            z.looseObject({
              company_id: z.int().nullable().meta({ description: "The seller company." }),
              organization_id: z.string().nullable().meta({
                description: "The organization, where it was no company that granted.",
              }),
              name: z.string().meta({ description: "Its name.", example: "Acme Retail" }),
              last_call_at: timestamp("Last platform call for it; null if none.").nullable(),
            }),
          )
          .meta({ description: "Up to five of them, those called for last first." }),
      })
      .meta({ description: "Companies and organizations with a live grant." }),
    live_tokens: z
      .looseObject({
        offline: count("Live offline access tokens."),
        online: count("Live online access tokens."),
        client_credentials: count("Live tokens that the client got for itself."),
        refresh: count("Refresh tokens that still give new ones."),
      })
      .meta({ description: "What the client holds at this moment." }),
    last_call_at: timestamp("Last platform call with one of its tokens; null if none.").nullable(),
    last_token_at: timestamp("When it was last issued an access token; null if never.").nullable(),
  })
  .meta({ id: "ClientImpact" });

/** Who would notice if a client stopped, as the API answers it. */
export type ClientImpact = z.output<typeof clientImpactSchema>;
