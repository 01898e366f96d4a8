import { recordChange } from "@/lib/audit/record-change";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { takeInvitation } from "@/lib/tenants/invitations/take-invitation";
import { insertMember } from "@/lib/tenants/organizations/members/repository";

/**
 * Makes a person a member of an organization through an invitation. A member keeps their role.
 * @returns whether only the mailbox had the invitation's link
 * @throws ServiceError conflict if the invitation was accepted or revoked meanwhile
 */
export async function joinOrganization(
  tx: Database,
  { organizationId, userId, token }: { organizationId: string; userId: string; token: string },
  info: RequestInfo,
): Promise<boolean> {
  const { role, isMailed } = await takeInvitation(tx, "organization", token);
  const isNew = await insertMember(tx, organizationId, userId, role);
  if (isNew) await keepSandboxMember(tx, organizationId, userId, role);
  const caller = { kind: "user", organizationId, userId, role } as const;
  const target = `user:${userId}`;
  await recordChange(tx, caller, info, { action: "member.joined", target, after: { role } });
  return isMailed;
}
