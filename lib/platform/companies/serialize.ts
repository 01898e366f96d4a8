import type { JsonObject } from "@/lib/core/json";
import type { CompanyRow } from "@/lib/platform/companies/repository";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";

/** A company in the format of the API. */
export function serializeCompany(row: CompanyRow): CompanyResponse {
  return {
    company_id: row.id,
    name: row.name,
    status: row.status,
    is_sandbox: row.isSandbox,
    is_external: row.isExternal,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The fields that a change can alter, for audit rows. */
export function auditedCompany(
  row: Pick<CompanyRow, "name" | "status" | "isSandbox" | "isExternal">,
): JsonObject {
  const { name, status, isSandbox, isExternal } = row;
  return { name, status, is_sandbox: isSandbox, is_external: isExternal };
}
