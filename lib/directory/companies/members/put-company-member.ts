import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { companyMembers } from "@/lib/directory/companies/members/contract";
import { serializeCompanyMember } from "@/lib/directory/companies/members/serialize";
import { storeCompanyMember } from "@/lib/directory/companies/store-company-member";
import { auditedMember, memberRecord } from "@/lib/directory/members/serialize";
import { recordStored } from "@/lib/directory/record-stored";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof companyMembers.put;

/**
 * Creates or changes a company's member.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request, conflict, precondition_failed
 */
export async function putCompanyMember({
  params,
  body,
  caller,
  info,
  ifNoneMatch,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, companyMembers.put.platformPermission);
  const { company_id, external_id } = params;
  const { status, row } = await transaction(async (tx) => {
    const stored = await storeCompanyMember(tx, company_id, external_id, body);
    const record = memberRecord({ kind: "company", id: company_id }, stored);
    await recordStored(tx, { caller, info, ifNoneMatch }, record, auditedMember);
    return stored;
  });
  return { isNew: status === "created", body: serializeCompanyMember(company_id, row) };
}
