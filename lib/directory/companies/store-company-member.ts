import { revokeInvitationsBeyond } from "@/lib/companies/people/end-authority";
import { noSuchCompany } from "@/lib/directory/companies/no-such-company";
import { findCompany } from "@/lib/directory/companies/repository";
import type { CompanyMemberFields } from "@/lib/directory/companies/schemas";
import type { MemberRow } from "@/lib/directory/members/repository";
import { storeMember } from "@/lib/directory/members/store-member";
import type { Stored } from "@/lib/directory/stored";
import type { Database } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";

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
