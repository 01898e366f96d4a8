import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { companyClosed } from "@/lib/tenants/companies/people/lock-people";
import { insertPerson, lockCompany } from "@/lib/tenants/companies/people/repository";
import { takeInvitation } from "@/lib/tenants/invitations/take-invitation";

/**
 * Makes a person a member of a company through an invitation. A member keeps their role.
 * @returns whether only the mailbox had the invitation's link
 * @throws ServiceError conflict if the invitation was accepted or revoked meanwhile, or the company is closed
 */
export async function joinCompany(
  tx: Database,
  { companyId, userId, token }: { companyId: number; userId: string; token: string },
  info: RequestInfo,
): Promise<boolean> {
  const company = await lockCompany(tx, companyId);
  if (company?.status === "closed") throw companyClosed();
  const { role, isMailed } = await takeInvitation(tx, "company", token);
  if (await insertPerson(tx, companyId, userId, role)) {
    const target = `user:${userId}`;
    const after = { company_id: companyId, role };
    await recordPlatformChange(tx, target, info, {
      action: "company_member.joined",
      target,
      after,
    });
  }
  return isMailed;
}
