import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { noSuchCompany } from "@/lib/platform/companies/no-such-company";
import { findCompany } from "@/lib/platform/companies/repository";
import type { CompanyMemberFields } from "@/lib/platform/companies/schemas";
import type { MemberRow } from "@/lib/platform/members/repository";
import { storeMember } from "@/lib/platform/members/store-member";
import type { Stored } from "@/lib/platform/stored";
import { revokeInvitationsBeyond } from "@/lib/tenants/companies/people/end-authority";

/**
 * Creates or changes a company's member, and the person if they are new. Fields that are not sent stay the same.
 * @throws ServiceError not_found for an unknown company; invalid_request for a new member without a role; conflict for
 * a new member of a closed company, an operator's own fields, and the email address of an account with a password
 */
export function storeCompanyMember(
  tx: Database,
  companyId: number,
  externalId: string,
  fields: CompanyMemberFields,
): Promise<Stored<MemberRow>> {
  const of = { kind: "company", id: companyId } as const;
  return storeMember(tx, of, externalId, fields, {
    explainMissing: async () => {
      const company = await findCompany(companyId, tx);
      if (!company) return noSuchCompany();
      return company.status === "closed" ? companyClosed() : null;
    },
    onNewRole: async (userId, isNew) => {
      if (!isNew) await revokeInvitationsBeyond(tx, companyId, userId, fields.role ?? null);
    },
  });
}

function companyClosed(): ServiceError {
  return new ServiceError("conflict", "The company is closed and takes no new members.");
}
