import type { ChangedBy, Origin } from "@/lib/audit/record-change";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import type { Database } from "@/lib/core/db/client";
import { first } from "@/lib/core/db/sql";
import { type OrganizationRole, rolePermissions } from "@/lib/core/permissions/permissions";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { MEMBERSHIPS, type Membership } from "@/lib/tenants/membership/membership-rows";
import {
  type AnyTenant,
  type Id,
  type Kind,
  overrides,
  type Role,
  rolesWithin,
  type Source,
  type Tenant,
} from "@/lib/tenants/membership/tenants";
import { INVITATIONS } from "@/lib/tenants/people/invitation-rows";

/** Who changes memberships of organizations, as the entries about revoked secrets name them. */
type RevokedBy = {
  changedBy: ChangedBy;
  info: Origin;
  /** Whether secrets beyond the next role are revoked; false rejects the change instead. */
  revokeSecrets: boolean;
};

/** Who changes a membership; null for a company, which has no secrets that depend on roles. */
export type By<K extends Kind> = { organization: RevokedBy; company: null }[K];

/** What a person loses with their role beside invitations, by kind of tenant. */
const REVOKE_SECRETS: {
  [K in Kind]: (
    tx: Database,
    id: Id<K>,
    userId: string,
    next: Role<K> | null,
    by: By<K>,
  ) => Promise<void>;
} = {
  organization: (tx, organizationId, userId, next, { changedBy, ...by }) =>
    revokeSecretsBeyondAccess(
      tx,
      { actor: `user:${userId}`, remaining: next && { role: next } },
      { caller: { ...changedBy, organizationId }, ...by },
    ),
  company: async () => {},
};

/** A membership before and after a change; null for none, and the same object if nothing changed. */
type MembershipChange<K extends Kind> = {
  before: Membership<K> | null;
  after: Membership<K> | null;
};

type NewMembership<K extends Kind> = {
  tenant: Tenant<K>;
  userId: string;
  role: Role<K>;
  source: Source;
};

/** The membership that a person is to have, and who says so. */
type MembershipRequest<K extends Kind> = Omit<NewMembership<K>, "role"> & {
  /** Null ends the membership; undefined keeps its role. */
  role: Role<K> | null | undefined;
  by: By<K>;
  /** Throws to reject the change, once the membership is locked. */
  check?: (before: Membership<K> | null) => Promise<void>;
};

/**
 * Gives a person a role in a tenant, changes it, or ends it, unless the source may not override the membership. Revokes
 * what the next role does not allow; a membership of an organization's sandbox follows. The caller records the change.
 * Every change of a membership comes here or to {@link addMembership}.
 *
 * An organization must be locked, before any of its rows: by `lockCaller`, `lockOrganizations`, or {@link lockTenants}.
 * @returns the change; without a membership after it if the tenant is unknown or closed
 * @throws ServiceError conflict for secrets whose revocation was not confirmed; whatever `check` throws
 */
export async function setMembership<K extends Kind>(
  tx: Database,
  request: MembershipRequest<K>,
): Promise<MembershipChange<K>> {
  const { tenant, userId, source, by, check } = request;
  const { kind, id } = tenant;
  const { lock, update, remove } = MEMBERSHIPS[kind];
  const before = first(await lock({ id, userId }, tx));
  await check?.(before);
  const { role = before?.role ?? null } = request;
  if (!before) {
    if (!role) return { before, after: null };
    const after = await addMembership(tx, { tenant, userId, role, source });
    // Someone else may just have added the person.
    const isLate = !after && (await lock({ id, userId }, tx)).length > 0;
    return isLate ? setMembership(tx, request) : { before, after };
  }
  const isSame = before.role === role && before.source === source;
  if (isSame || !overrides(source, before.source)) return { before, after: before };
  if (before.role !== role) {
    // Invitations that they sent, whose links they may know, and secrets that they have seen.
    const within = role ? rolesWithin(kind, role) : [];
    await INVITATIONS[kind].revokeSentBy({ id, invitedBy: userId, within }, tx);
    await REVOKE_SECRETS[kind](tx, id, userId, role, by);
    await SYNC[kind](tx, id, userId, role);
  }
  if (role) await update({ id, userId, role, source }, tx);
  else await remove({ id, userId }, tx);
  return { before, after: role && { ...before, role, source } };
}

/** Makes a person a member. @returns null for one who is, whose role stays, and for an unknown or closed tenant */
export async function addMembership<K extends Kind>(
  tx: Database,
  { tenant, userId, role, source }: NewMembership<K>,
): Promise<Membership<K> | null> {
  const { kind, id } = tenant;
  const added = first(await MEMBERSHIPS[kind].insert({ id, userId, role, source }, tx));
  if (added) await SYNC[kind](tx, id, userId, role);
  return added;
}

/** What follows a role in a tenant, by kind. */
const SYNC: {
  [K in Kind]: (tx: Database, id: Id<K>, userId: string, role: Role<K> | null) => Promise<void>;
} = {
  organization: syncSandboxMembership,
  company: async () => {},
};

/**
 * Syncs a person's membership of an organization's sandbox company with their role: people who may change clients are
 * sellers who can consent there; everyone else is not a member. Real companies are left alone, and so are memberships
 * that the platform manages.
 * @param role the person's role in the organization; null if they are no longer a member
 */
export async function syncSandboxMembership(
  tx: Database,
  organizationId: string,
  userId: string,
  role: OrganizationRole | null,
): Promise<void> {
  const sandbox = await tx.company.findFirst({
    where: { isSandbox: true, organization: { id: organizationId } },
    select: { id: true },
  });
  if (!sandbox) return;
  const inSandbox = role === "owner" ? "owner" : "admin";
  await setMembership(tx, {
    tenant: { kind: "company", id: sandbox.id },
    userId,
    role: role && rolePermissions[role].includes("clients:write") ? inSandbox : null,
    source: "local",
    by: null,
  });
}

/** The membership that a person is to have in a tenant; its role is null for none. */
export type TenantRole = {
  [K in Kind]: Tenant<K> & { role: Role<K> | null; source: Source };
}[Kind];

export type TenantChange = { [K in Kind]: Tenant<K> & MembershipChange<K> }[Kind];

/** Sets a person's memberships in the order of locks, after {@link lockTenants}. @throws as {@link setMembership} */
export async function setMemberships(
  tx: Database,
  roles: readonly TenantRole[],
  { userId, by }: { userId: string; by: RevokedBy },
): Promise<TenantChange[]> {
  await lockTenants(tx, roles);
  const changes: TenantChange[] = [];
  for (const each of roles.toSorted(inLockOrder)) {
    const change =
      each.kind === "company"
        ? await setRole(tx, each, { userId, by: null })
        : await setRole(tx, each, { userId, by });
    if (change.before !== change.after) changes.push(change);
  }
  return changes;
}

/** Locks the organizations among tenants, in id order, against changes to their members. Comes before any row of theirs. */
export async function lockTenants(tx: Database, tenants: readonly AnyTenant[]): Promise<void> {
  const ids = tenants.flatMap((each) => (each.kind === "organization" ? [each.id] : []));
  if (ids.length > 0) await lockOrganizations(tx, ids);
}

// Companies first: a membership that claims give in a sandbox takes precedence over the one that follows a role.
function inLockOrder(one: AnyTenant, other: AnyTenant): number {
  if (one.kind !== other.kind) return one.kind === "company" ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

async function setRole<K extends Kind>(
  tx: Database,
  { kind, id, role, source }: Tenant<K> & { role: Role<K> | null; source: Source },
  { userId, by }: Pick<MembershipRequest<K>, "userId" | "by">,
): Promise<Tenant<K> & MembershipChange<K>> {
  const tenant = { kind, id };
  return { ...tenant, ...(await setMembership(tx, { tenant, userId, role, source, by })) };
}

/**
 * Moves an organization's people to its new company, if it is a sandbox, as sellers; they leave the former one if that is
 * a sandbox. The organization must be locked and have the new company already.
 */
export async function moveSandboxMembers(
  tx: Database,
  organizationId: string,
  formerCompanyId: number,
): Promise<void> {
  await tx.companyMember.deleteMany({
    where: {
      companyId: formerCompanyId,
      source: "local",
      company: { isSandbox: true },
      user: { organizationMembers: { some: { organizationId } } },
    },
  });
  const select = { userId: true, role: true } as const;
  const people = await tx.organizationMember.findMany({ where: { organizationId }, select });
  for (const { userId, role } of people) {
    await syncSandboxMembership(tx, organizationId, userId, role);
  }
}
