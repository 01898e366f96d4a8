import { type Change, recordChange } from "@/lib/audit/record-change";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { moveKnowledge } from "@/lib/platform/provider/link/repository";
import { membershipEntry } from "@/lib/tenants/membership/membership-entry";
import { listMemberships, moveMemberships } from "@/lib/tenants/membership/membership-rows";
import {
  lockTenants,
  setMemberships,
  syncSandboxMembership,
} from "@/lib/tenants/membership/set-membership";
import { tenantKey } from "@/lib/tenants/membership/tenants";

/**
 * Lets a person take over the memberships of another account of theirs, the secrets that it has seen, and the invitations
 * that it sent. Memberships that the person has already stay; what the account could do beyond them ends.
 * @returns what the platform's audit log records
 */
export async function takeOverAccount(
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
