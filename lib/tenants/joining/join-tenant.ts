import { recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { verifyEmail } from "@/lib/identity/account/verify-email";
import { hashLink } from "@/lib/identity/sessions/link";
import type { InvitedTo } from "@/lib/tenants/joining/open-invitation";
import { membershipEntry } from "@/lib/tenants/membership/membership-entry";
import { addMembership } from "@/lib/tenants/membership/set-membership";
import type { Kind, Role } from "@/lib/tenants/membership/tenants";
import { takeInvitationRow } from "@/lib/tenants/people/invitation-rows";
import { lockOpenCompany } from "@/lib/tenants/people/membership-context";

type Person = { userId: string; token: string };

/**
 * Uses up an invitation and makes the person a member. A member keeps their role. The address of an invitation whose link
 * only the mailbox had is then verified.
 * @throws ServiceError conflict if the invitation was accepted or revoked meanwhile, or the company is closed
 */
export async function joinTenant(
  tx: Database,
  { kind, id }: InvitedTo,
  person: Person,
  info: RequestInfo,
): Promise<void> {
  const isMailed =
    kind === "company"
      ? await joinCompany(tx, Number(id), person, info)
      : await joinOrganization(tx, id, person, info);
  if (isMailed) await verifyEmail(tx, person.userId);
}

async function joinCompany(
  tx: Database,
  companyId: number,
  { userId, token }: Person,
  info: RequestInfo,
): Promise<boolean> {
  const tenant = { kind: "company", id: companyId } as const;
  await lockOpenCompany(tx, companyId);
  const { role, isMailed } = await takeInvitation(tx, "company", token);
  if (await addMembership(tx, { tenant, userId, role, source: "local" })) {
    const entry = membershipEntry(tenant, userId, { before: null, after: { role } });
    await recordPlatformChange(tx, entry.target, info, entry);
  }
  return isMailed;
}

async function joinOrganization(
  tx: Database,
  organizationId: string,
  { userId, token }: Person,
  info: RequestInfo,
): Promise<boolean> {
  const tenant = { kind: "organization", id: organizationId } as const;
  const { role, isMailed } = await takeInvitation(tx, "organization", token);
  await addMembership(tx, { tenant, userId, role, source: "local" });
  const entry = membershipEntry(tenant, userId, { before: null, after: { role } });
  await recordChange(tx, { kind: "user", userId, organizationId }, info, entry);
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
