import { z } from "zod";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";
import type { OrganizationRow } from "@/lib/platform/organizations/repository";
import type { DirectoryOrganization } from "@/lib/platform/organizations/schemas";
import { DIRECTORY, LISTS } from "@/lib/platform/values";

export const ORGANIZATIONS = `${DIRECTORY}/organizations`;

/** Path of one organization, and prefix of the paths below it. */
export const ORGANIZATION = `${ORGANIZATIONS}/{organization_id}` as const;

/** Path parameters of one organization. */
export const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({
    description: "Id of the organization: 1 to 64 of `A-Z a-z 0-9 _ -`.",
    example: "shipfast-labs",
  }),
});

/** Organizations as the API and the audit logs have them. */
export const organizations = {
  ...LISTS.organizations,
  keyOf: ({ id }: OrganizationRow) => id,
  missing: "There is no organization with this id. Create it with a PUT.",
  serialize: (row: OrganizationRow): DirectoryOrganization => ({
    organization_id: row.id,
    name: row.name,
    company_id: row.companyId,
    publisher_verified: row.verified,
    status: row.status,
    verification_note: row.verificationNote,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }),
  kind: "organization",
  targetOf: ({ id }: OrganizationRow) => `organization:${id}`,
  organizationOf: ({ id }: OrganizationRow) => id,
  audited: ({ name, companyId, verified, status, verificationNote }: OrganizationRow) => ({
    name,
    company_id: companyId,
    publisher_verified: verified,
    status,
    ...(verificationNote !== null && { verification_note: verificationNote }),
  }),
};
