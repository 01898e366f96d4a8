import { z } from "zod";
import { pageSchema } from "@/lib/kernel/schemas/page-schemas";
import { timestamp } from "@/lib/kernel/schemas/timestamp-schema";

/** What a company, or in the twin flow an organization, granted a client. */
export const clientGrantSchema = z
  .looseObject({
    company_id: z.int().nullable().meta({ description: "The seller company.", example: 42 }),
    organization_id: z
      .string()
      .nullable()
      .meta({ description: "The organization, where it was no company that granted." }),
    name: z.string().meta({ description: "Its name.", example: "Acme Retail" }),
    scopes: z
      .array(z.string())
      .meta({ description: "What it granted.", example: ["company/products/read"] }),
    approved_at: timestamp("When it granted this, at the latest change."),
    last_call_at: timestamp(
      "Last platform call with a token of the grant; null if none.",
    ).nullable(),
  })
  .meta({ id: "ClientGrant" });

/** A grant as the API answers it. */
export type ClientGrant = z.output<typeof clientGrantSchema>;

/** A page of grants. */
export const clientGrantListSchema = z
  .looseObject({
    items: z
      .array(clientGrantSchema)
      .meta({ description: "Live grants of the page, newest first." }),
    page: pageSchema,
  })
  .meta({ id: "ClientGrantList" });
