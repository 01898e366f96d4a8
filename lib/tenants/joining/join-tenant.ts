import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { verifyEmail } from "@/lib/identity/account/verify-email";
import { joinCompany } from "@/lib/tenants/companies/people/join-company";
import type { InvitedTo } from "@/lib/tenants/joining/open-invitation";
import { joinOrganization } from "@/lib/tenants/organizations/members/join-organization";

/**
 * Uses up an invitation and makes the person a member.
 * @throws ServiceError conflict if the invitation was accepted or revoked meanwhile
 */
export async function joinTenant(
  tx: Database,
  { kind, id }: InvitedTo,
  person: { userId: string; token: string },
  info: RequestInfo,
): Promise<void> {
  const { userId, token } = person;
  const isMailed =
    kind === "company"
      ? await joinCompany(tx, { companyId: Number(id), userId, token }, info)
      : await joinOrganization(tx, { organizationId: id, userId, token }, info);
  if (isMailed) await verifyEmail(tx, userId);
}
