import { z } from "zod";
import { walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

/** A company's grant to a client, or an organization's in the organization flow. */
export const clientGrantSchema = z
  .looseObject({
    company_id: z.int().nullable().meta({ description: "The seller company.", example: 42 }),
    organization_id: z
      .string()
      .nullable()
      .meta({ description: "The organization, if the grant is not a company's." }),
    name: z.string().meta({ description: "Its name.", example: "Acme Retail" }),
    scopes: z
      .array(z.string())
      .meta({ description: "What it granted.", example: ["company/products/read"] }),
    approved_at: timestamp("When the grant was last changed."),
    last_call_at: timestamp(
      "When a token of this grant last made an allowed platform API call; null if no such call is on record. Introspection does not count.",
    ).nullable(),
  })
  .meta({ id: "ClientGrant" });

/** A grant in API responses. */
export type ClientGrant = z.output<typeof clientGrantSchema>;

/** A page of grants. */
export const clientGrantListSchema = z
  .looseObject({
    items: z
      .array(clientGrantSchema)
      .meta({ description: "The live grants on this page, newest first." }),
    page: walkPageSchema,
  })
  .meta({ id: "ClientGrantList" });
