import type { JsonObject } from "@/lib/core/json";
import type { OrganizationRow } from "@/lib/platform/organizations/repository";
import type { DirectoryOrganization } from "@/lib/platform/organizations/schemas";

/** An organization in the format of the API. */
export function serializeOrganization(row: OrganizationRow): DirectoryOrganization {
  return {
    organization_id: row.id,
    name: row.name,
    company_id: row.companyId,
    publisher_verified: row.verified,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The fields that a change can alter, for audit rows. */
export function auditedOrganization(row: OrganizationRow): JsonObject {
  const { name, company_id, publisher_verified, status } = serializeOrganization(row);
  return { name, company_id, publisher_verified, status };
}
