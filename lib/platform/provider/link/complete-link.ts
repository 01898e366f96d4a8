import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { type Change, recordChange, recordPlatformChanges } from "@/lib/audit/record-change";
import { type Database, transaction } from "@/lib/core/db/client";
import { isTaken } from "@/lib/core/db/sql-state";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Session } from "@/lib/operation/access/session";
import { setOperatorRole } from "@/lib/platform/operators/operator-role";
import {
  consumeState,
  type ProviderAnswer,
  requireExternalId,
} from "@/lib/platform/provider/complete-sign-in";
import {
  endAccount,
  findHolder,
  isLinkable,
  moveKnowledge,
  setExternalId,
} from "@/lib/platform/provider/link/repository";
import {
  listMemberships,
  membershipEntry,
  moveMemberships,
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
    const holder = await findHolder(tx, claims.sub);
    if (holder?.id === userId) return true;
    if (holder?.hasPassword || holder?.isDeactivated) return false;
    if (!(await isLinkable(tx, userId))) return false;
    const changes = holder ? await setOperatorRole(tx, holder.id, null, "local") : [];
    if (holder) await endAccount(tx, holder.id, userId);
    await setExternalId(tx, userId, claims.sub);
    if (holder) changes.push(await takeOverAccount(tx, { from: holder.id, to: userId }, info));
    await recordAccountEvent(tx, userId, info, { action: "provider.linked" });
    if (holder) await recordPlatformChanges(tx, `user:${userId}`, info, changes);
    return true;
  });
}

/**
 * Lets a person take over the memberships of another account of theirs, the secrets that it has seen, and the invitations
 * that it sent. Memberships that the person has already stay; what the account could do beyond them ends.
 */
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
  await moveMemberships(tx, from, to);
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
