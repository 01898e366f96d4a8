import type { Fix } from "@/lib/core/diagnosis/fix-schemas";

/** The fix of a wrong path: the company or organization that a code or token was issued for. */
export function fixSubject(row: { companyId: number | null; organizationId: string | null }): Fix {
  return row.companyId === null
    ? { kind: "use_other_organization", organization_id: row.organizationId }
    : { kind: "use_other_company", company_id: row.companyId };
}
