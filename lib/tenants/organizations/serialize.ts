import type { OrganizationRow } from "@/lib/tenants/organizations/repository";
import type { OrganizationResponse } from "@/lib/tenants/organizations/schemas";

/** An organization in the format of the API. */
export function serializeOrganization(row: OrganizationRow): OrganizationResponse {
  return {
    organization_id: row.id,
    name: row.name,
    company_id: row.companyId,
    verified: row.verified,
    require_second_factor: row.requireSecondFactor,
    created_at: row.createdAt.toISOString(),
  };
}
