import { z } from "zod";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { cursorListSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { COMPANY, ofCompany } from "@/lib/platform/companies/company";
import type { CompanyGrantRow } from "@/lib/platform/companies/grants/repository";

export const GRANTS = `${COMPANY}/grants` as const;
export const GRANT = `${GRANTS}/{client_id}` as const;

export const ofGrant = ofCompany.extend({
  client_id: clientIdSchema.meta({ description: "The extension." }),
});

/** What a company granted an extension. */
export const companyGrantSchema = z
  .looseObject({
    client_id: z.string().meta({
      description: "The extension.",
      example: "6740f1c2a9d34e0b7c51f1aa",
    }),
    name: z.string().meta({ description: "Name of the extension.", example: "Shipfast" }),
    organization_id: z.string().meta({
      description: "Its publisher.",
      example: "6740f1c2a9d34e0b7c51f0ff",
    }),
    organization_name: z.string().meta({
      description: "Name of the publisher.",
      example: "Shipfast Labs",
    }),
    publisher_verified: z.boolean().meta({
      description: "Whether an operator has verified the publisher.",
    }),
    scopes: z.array(z.string()).meta({
      description: "What the extension may do.",
      example: ["company/orders/read"],
    }),
    granted_by: z.string().nullable().meta({
      description: "The platform's id of who granted it last, or ours; null if unknown.",
      example: "seller-4711",
    }),
    granted_at: timestamp("When it was first granted."),
    modified_at: timestamp("When it last changed."),
  })
  .meta({ id: "DirectoryCompanyGrant" });

/** What a company granted an extension. */
type CompanyGrantResponse = z.output<typeof companyGrantSchema>;

/** A page of a company's grants. */
export const companyGrantListSchema = cursorListSchema(
  "DirectoryCompanyGrantList",
  companyGrantSchema,
);

/** The grants of a company as the API has them. */
export const companyGrants = (companyId: number) => ({
  list: `company-grants:${companyId}`,
  keyOf: ({ clientId }: CompanyGrantRow) => clientId,
  first: "",
  missing:
    "The company has not granted this extension anything. List its grants to see which there are.",
  serialize: serializeCompanyGrant,
});

function serializeCompanyGrant(row: CompanyGrantRow): CompanyGrantResponse {
  const { client, approver } = row;
  return {
    client_id: row.clientId,
    name: client.name,
    organization_id: client.organization.id,
    organization_name: client.organization.name,
    publisher_verified: client.organization.verified,
    scopes: row.scopes,
    granted_by: approver && (approver.externalId ?? approver.id),
    granted_at: row.createdAt.toISOString(),
    modified_at: row.modifiedAt.toISOString(),
  };
}
