import { recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { verifyEmail } from "@/lib/identity/account/verify-email";
import { hashLink } from "@/lib/identity/sessions/link";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import type { InvitedTo } from "@/lib/tenants/joining/open-invitation";
import { takeInvitationRow } from "@/lib/tenants/people/invitation-rows";
import { insertMember } from "@/lib/tenants/people/member-rows";
import { lockOpenCompany } from "@/lib/tenants/people/people-editor";
import type { Kind, Role } from "@/lib/tenants/people/tenant";

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

/**
 * Makes a person a member of a company through an invitation. A member keeps their role.
 * @returns whether only the mailbox had the invitation's link
 * @throws ServiceError conflict if the invitation was accepted or revoked meanwhile, or the company is closed
 */
async function joinCompany(
  tx: Database,
  { companyId, userId, token }: { companyId: number; userId: string; token: string },
  info: RequestInfo,
): Promise<boolean> {
  await lockOpenCompany(tx, companyId);
  const { role, isMailed } = await takeInvitation(tx, "company", token);
  if (await insertMember(tx, { kind: "company", id: companyId }, userId, role)) {
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

/**
 * Makes a person a member of an organization through an invitation. A member keeps their role.
 * @returns whether only the mailbox had the invitation's link
 * @throws ServiceError conflict if the invitation was accepted or revoked meanwhile
 */
async function joinOrganization(
  tx: Database,
  { organizationId, userId, token }: { organizationId: string; userId: string; token: string },
  info: RequestInfo,
): Promise<boolean> {
  const { role, isMailed } = await takeInvitation(tx, "organization", token);
  const isNew = await insertMember(tx, { kind: "organization", id: organizationId }, userId, role);
  if (isNew) await keepSandboxMember(tx, organizationId, userId, role);
  const caller = { kind: "user", organizationId, userId, role } as const;
  const target = `user:${userId}`;
  await recordChange(tx, caller, info, { action: "member.joined", target, after: { role } });
  return isMailed;
}

/**
 * Uses up an invitation by the token of its link.
 * @returns the role that it offers, and whether only the mailbox had the link
 * @throws ServiceError conflict if it was accepted or revoked, or has expired, since it was read
 */
async function takeInvitation<K extends Kind>(
  tx: Database,
  kind: K,
  token: string,
): Promise<{ role: Role<K>; isMailed: boolean }> {
  const acceptedInvitation = await takeInvitationRow(tx, kind, hashLink(token));
  if (acceptedInvitation) return acceptedInvitation;
  throw new ServiceError(
    "conflict",
    "This invitation has just been accepted or revoked. Open the link again to see its status.",
  );
}
