import { z } from "zod";
import { text, textOrNull, texts } from "@/lib/core/schemas/described";
import { walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

/** The company or organization that granted a client something. */
export const grantorProperties = {
  company_id: z.int().nullable().meta({ description: "The seller company.", example: 42 }),
  organization_id: textOrNull("The organization, if the grant is not a company's."),
  name: text("Its name.", "Acme Retail"),
};

/** A company's grant to a client, or an organization's in the organization flow. */
const clientGrantSchema = z
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
