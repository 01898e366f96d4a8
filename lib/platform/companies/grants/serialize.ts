import type { CompanyGrantRow } from "@/lib/platform/companies/grants/repository";
import type { CompanyGrantResponse } from "@/lib/platform/companies/grants/schemas";

/** A company's grant in the format of the API. */
export function serializeCompanyGrant(row: CompanyGrantRow): CompanyGrantResponse {
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
