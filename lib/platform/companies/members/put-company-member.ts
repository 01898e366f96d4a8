import { transaction } from "@/lib/core/db/client";
import { operation } from "@/lib/operation/operation";
import { companyMembers } from "@/lib/platform/companies/members/operations";
import { serializeCompanyMember } from "@/lib/platform/companies/members/serialize";
import { storeCompanyMember } from "@/lib/platform/companies/store-company-member";
import { auditedMember, memberRecord } from "@/lib/platform/members/serialize";
import { recordStored } from "@/lib/platform/record-stored";

/**
 * Creates or changes a company's member.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request, conflict, precondition_failed
 */
export const putCompanyMember = operation({
  ...companyMembers.put,
  async run({ params, body, caller, info, ifNoneMatch }) {
    const { company_id, external_id } = params;
    const { status, row } = await transaction(async (tx) => {
      const stored = await storeCompanyMember(tx, company_id, external_id, body);
      const record = memberRecord({ kind: "company", id: company_id }, stored);
      await recordStored(tx, { caller, info, ifNoneMatch }, record, auditedMember);
      return stored;
    });
    return { isNew: status === "created", body: serializeCompanyMember(company_id, row) };
  },
});
