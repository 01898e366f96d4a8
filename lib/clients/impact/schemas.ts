import { z } from "zod";
import { integer, text, textOrNull, texts } from "@/lib/core/schemas/described";
import { walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

/** The company or organization that granted a client something. */
const grantorProperties = {
  company_id: z.int().nullable().meta({ description: "The seller company.", example: 42 }),
  organization_id: textOrNull("The organization, if the grant is not a company's."),
  name: text("Its name.", "Acme Retail"),
};

/** A company's grant to a client, or an organization's in the organization flow. */
export const clientGrantSchema = z
  .looseObject({
    ...grantorProperties,
    scopes: texts("What it granted.", ["company/products/read"]),
    approved_at: timestamp("When the grant was last changed."),
    last_call_at: timestamp(
      "When a token of this grant last made an allowed platform API call; null if no such call is on record. Introspection does not count.",
    ).nullable(),
  })
  .meta({ id: "ClientGrant" });

export type ClientGrant = z.output<typeof clientGrantSchema>;

export const clientGrantListSchema = z
  .looseObject({
    items: z
      .array(clientGrantSchema)
      .meta({ description: "The live grants on this page, newest first." }),
    page: walkPageSchema,
  })
  .meta({ id: "ClientGrantList" });

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
