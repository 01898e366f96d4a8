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
import type { Kind, Role, Tenant } from "@/lib/tenants/membership/tenants";
import { INVITATIONS } from "@/lib/tenants/people/invitation-rows";
import { lockOpenCompany } from "@/lib/tenants/people/membership-context";

/**
 * Uses up an invitation and makes the person a member. A member keeps their role. The address of an invitation whose link
 * only the mailbox had is then verified.
 * @throws ServiceError conflict if the invitation was accepted or revoked meanwhile, or the company is closed
 */
export async function joinTenant(
  tx: Database,
  { kind, id }: InvitedTo,
  person: { userId: string; token: string },
  info: RequestInfo,
): Promise<void> {
  const { userId } = person;
  if (kind === "company") {
    const tenant = { kind, id: Number(id) } as const;
    await lockOpenCompany(tx, tenant.id);
    const { isNew, isMailed, role } = await join(tx, tenant, person);
    const entry = membershipEntry(tenant, userId, { before: null, after: { role } });
    if (isNew) await recordPlatformChange(tx, entry.target, info, entry);
    if (isMailed) await verifyEmail(tx, userId);
  } else {
    const tenant = { kind, id } as const;
    const { isMailed, role } = await join(tx, tenant, person);
    const entry = membershipEntry(tenant, userId, { before: null, after: { role } });
    await recordChange(tx, { kind: "user", userId, organizationId: id }, info, entry);
    if (isMailed) await verifyEmail(tx, userId);
  }
}

/** @returns whether the person is new, whether only the mailbox had the link, and the role that it offers */
async function join<K extends Kind>(
  tx: Database,
  tenant: Tenant<K>,
  { userId, token }: { userId: string; token: string },
): Promise<{ isNew: boolean; isMailed: boolean; role: Role<K> }> {
  const [invitation] = await INVITATIONS[tenant.kind].take({ tokenHash: hashLink(token) }, tx);
  if (!invitation) {
    throw new ServiceError(
      "conflict",
      "This invitation has just been accepted or revoked. Open the link again to see its status.",
    );
  }
  const { role, isMailed } = invitation;
  const added = await addMembership(tx, { tenant, userId, role, source: "local" });
  return { isNew: added !== null, isMailed, role };
}
