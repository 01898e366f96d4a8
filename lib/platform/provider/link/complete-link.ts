import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { type Change, recordChange, recordPlatformChanges } from "@/lib/audit/record-change";
import { type Database, transaction } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { isTaken } from "@/lib/core/db/sql-state";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { endSessions } from "@/lib/identity/sessions/open-session";
import type { Session } from "@/lib/operation/access/session";
import { setOperatorRole } from "@/lib/platform/operators/operator-role";
import {
  consumeState,
  lockPerson,
  type ProviderAnswer,
  requireExternalId,
} from "@/lib/platform/provider/complete-sign-in";
import {
  listMemberships,
  MEMBERSHIPS,
  membershipEntry,
} from "@/lib/tenants/membership/membership-rows";
import {
  lockTenants,
  setMemberships,
  syncSandboxMembership,
} from "@/lib/tenants/membership/set-membership";
import { tenantKey } from "@/lib/tenants/membership/tenants";

/**
 * Links the account of a signed-in person, who has just entered their password, with the provider's account that they
 * have just proved. If the platform's directory already knows that account as a person without a password, its
 * memberships move here and that person's account ends.
 * @returns false if the provider's account belongs to another account with a password, or to a deactivated person, or
 * this account is already linked
 */
export async function completeLink(
  session: Session,
  answer: ProviderAnswer,
  info: RequestInfo,
): Promise<boolean> {
  try {
    return await linkOnce(session, answer, info);
  } catch (thrown) {
    if (!isTaken(thrown)) throw thrown;
    // Someone else linked the provider's account, or signed in with it, at the same time. Its row exists now.
    return linkOnce(session, answer, info);
  }
}

function linkOnce(
  { userId }: Session,
  { claims, state }: ProviderAnswer,
  info: RequestInfo,
): Promise<boolean> {
  return transaction(async (tx) => {
    await consumeState(tx, state);
    await requireExternalId(tx, claims.sub);
    await lockPerson({ externalId: claims.sub }, tx);
    const holder = await tx.user.findUnique({
      where: { externalId: claims.sub },
      select: { id: true, passwordHash: true, deactivatedAt: true },
    });
    if (holder?.id === userId) return true;
    if (holder?.passwordHash || holder?.deactivatedAt) return false;
    if ((await lockLinkable({ userId }, tx)).length === 0) return false;
    const select = { id: true } as const;
    const changes = holder ? await setOperatorRole(tx, holder.id, null, "local") : [];
    if (holder) {
      // The account continues as the person's.
      await endSessions(tx, { userId: holder.id });
      const data = { externalId: null, deactivatedAt: new Date(), successorId: userId };
      await tx.user.update({ where: { id: holder.id }, data, select });
    }
    await tx.user.update({ where: { id: userId }, data: { externalId: claims.sub }, select });
    if (holder) changes.push(await takeOverAccount(tx, { from: holder.id, to: userId }, info));
    await recordAccountEvent(tx, userId, info, { action: "provider.linked" });
    if (holder) await recordPlatformChanges(tx, `user:${userId}`, info, changes);
    return true;
  });
}

// An account with a password and no id at the platform yet.
const lockLinkable = sql<{ userId: string }>(
  "lock-linkable-person",
  {},
  `
  SELECT 1 FROM users
  WHERE id = :userId AND external_id IS NULL AND password_hash IS NOT NULL FOR UPDATE`,
);

/** Moves to a person what their other account had; what it could do beyond their own memberships ends. */
async function takeOverAccount(
  tx: Database,
  { from, to }: { from: string; to: string },
  info: RequestInfo,
): Promise<Change> {
  const theirs = await listMemberships(tx, from);
  const present = (await listMemberships(tx, to)).map((each) => [tenantKey(each), each] as const);
  const own = new Map(present);
  const isOwn = (each: (typeof theirs)[number]) => own.has(tenantKey(each));
  await lockTenants(tx, theirs);
  const changedBy = { kind: "user", userId: to } as const;
  const former = { userId: from, by: { changedBy, info, revokeSecrets: true } };
  const stays = theirs.flatMap((each) => own.get(tenantKey(each)) ?? []);
  // With the role that the person has already, the account loses what exceeds it.
  const lowered = stays.map((each) => ({ ...each, source: "directory" as const }));
  const ended = lowered.map((each) => ({ ...each, role: null }));
  await setMemberships(tx, lowered, former);
  await MEMBERSHIPS.company.move({ from, to }, tx);
  await MEMBERSHIPS.organization.move({ from, to }, tx);
  await moveKnowledge(tx, from, to);
  await setMemberships(tx, ended, former);
  const organizations = theirs.filter((each) => each.kind === "organization");
  for (const each of organizations) {
    const by = { ...changedBy, organizationId: each.id };
    const role = { role: each.role };
    const removed = membershipEntry(each, from, { before: role, after: null });
    await recordChange(tx, by, info, removed);
    if (isOwn(each)) continue;
    const joined = membershipEntry(each, to, { before: null, after: role });
    await recordChange(tx, by, info, joined);
  }
  // What moved of sandbox companies may not fit the role that the person has.
  for (const each of stays) {
    if (each.kind === "organization") await syncSandboxMembership(tx, each.id, to, each.role);
  }
  const companies = theirs.filter((each) => each.kind === "company" && !isOwn(each));
  return {
    action: "user.linked",
    target: `user:${to}`,
    before: { user_id: from },
    after: {
      company_ids: companies.map(({ id }) => id),
      organization_ids: organizations.map(({ id }) => id),
    },
  };
}

const moveSeenSecrets = sql<{ from: string; to: string }>(
  "move-seen-secrets",
  {},
  `
  WITH seen AS (DELETE FROM client_secret_holders WHERE actor = :from RETURNING secret_id)
  INSERT INTO client_secret_holders (secret_id, actor) SELECT secret_id, :to FROM seen
  ON CONFLICT DO NOTHING`,
);

/** Makes another person the one who has seen a person's secrets and sent their open invitations. */
async function moveKnowledge(tx: Database, from: string, to: string): Promise<void> {
  await moveSeenSecrets({ from: `user:${from}`, to: `user:${to}` }, tx);
  await tx.clientSecret.updateMany({ where: { createdBy: from }, data: { createdBy: to } });
  await tx.serviceKeySecret.updateMany({ where: { seenBy: from }, data: { seenBy: to } });
  const openInvitations = { where: { invitedBy: from, acceptedAt: null, revokedAt: null } };
  await tx.invitation.updateMany({ ...openInvitations, data: { invitedBy: to } });
  await tx.companyInvitation.updateMany({ ...openInvitations, data: { invitedBy: to } });
}
