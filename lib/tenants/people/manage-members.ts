import { type Change, recordChange, recordPlatformChange } from "@/lib/audit/record-change";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { type ErrorCode, ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Permission } from "@/lib/core/permissions/permissions";
import type { Caller } from "@/lib/operation/access/caller";
import type { SellerCaller } from "@/lib/operation/access/company-caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import {
  MEMBERSHIPS,
  type Membership,
  tenantEntry,
} from "@/lib/tenants/membership/membership-rows";
import { type By, setMembership } from "@/lib/tenants/membership/set-membership";
import {
  type Kind,
  overrides,
  type Role,
  rolesOfCaller,
  rolesWithin,
  type Tenant,
} from "@/lib/tenants/membership/tenants";
import { findMember, type MemberRow } from "@/lib/tenants/people/member-rows";
import type { PeopleNotice } from "@/lib/tenants/people/values";

type RoleChange<K extends Kind> = {
  userId: string;
  /** Null ends the membership. */
  role: Role<K> | null;
  action: "role_changed" | "removed" | "left";
};

/**
 * Changes a member's role, removes a member, or lets one leave, whatever their role. Sessions stay valid but no longer
 * give access.
 * @returns the member as they were
 * @throws ServiceError not_found, forbidden, or conflict, saying why
 */
export async function changeMembership<K extends Kind>(
  context: MembershipContext<K>,
  { userId, role, action }: RoleChange<K>,
): Promise<MemberRow<K>> {
  const { tx, tenant, by } = context;
  const member = await findMember(tx, tenant, userId);
  if (!member) throw noSuchMember(tenant.kind);
  const { before, after } = await setMembership(tx, {
    tenant,
    userId,
    role,
    source: "local",
    by,
    check: async (membership) => {
      if (!membership) throw noSuchMember(tenant.kind);
      requireLocal(membership);
      if (action !== "left") requireRole(context, membership.role);
      if (role) requireRole(context, role);
      await requireOtherOwner(context, userId, membership.role, role);
    },
  });
  if (before === after) return member;
  await context.record({
    action: `member.${action}`,
    target: `user:${userId}`,
    before: { role: (before ?? member).role },
    ...(role && { after: { role } }),
  });
  return member;
}

function noSuchMember(kind: Kind): PeopleError {
  return new PeopleError("not_found", "no_such_person", `This ${kind} has no such member.`);
}

function requireLocal({ source }: Pick<Membership<Kind>, "source">): void {
  if (overrides("local", source)) return;
  throw new PeopleError(
    "conflict",
    "managed",
    "The platform manages this membership. Change it in the platform's directory; it then changes here.",
  );
}

async function requireOtherOwner<K extends Kind>(
  { tx, tenant }: MembershipContext<K>,
  userId: string,
  role: Role<K>,
  next: Role<K> | null,
): Promise<void> {
  const losesOwner = role === "owner" && next !== "owner";
  const findOther = () => MEMBERSHIPS[tenant.kind].findOtherOwner({ id: tenant.id, userId }, tx);
  if (losesOwner && (await findOther()).length === 0) {
    const message = `This is the ${tenant.kind}'s last owner. Make someone else an owner first.`;
    throw new PeopleError("conflict", "last_owner", message);
  }
}

/** Why a tenant's people were not changed. A company's page explains the notice in the person's language. */
export class PeopleError extends ServiceError {
  readonly notice: PeopleNotice;

  constructor(code: ErrorCode, notice: PeopleNotice, message: string) {
    super(code, message);
    this.notice = notice;
  }
}

/** Whoever changes the people of a tenant, as they are while it is locked. */
export interface MembershipContext<K extends Kind> {
  tx: Database;
  tenant: Tenant<K>;
  /** Null for a client that acts for itself. */
  userId: string | null;
  /** Roles that they may give and take. */
  within: readonly Role<K>[];
  /** Why they may not give or take another role. */
  explain: (role: Role<K>) => string;
  /** Records a change in the tenant's audit log, or the platform's for a company. */
  record: (change: Change) => Promise<void>;
  by: By<K>;
}

/**
 * Locks an organization for a change of its people.
 * @param revokeSecrets whether secrets that a person may no longer see are revoked; otherwise they stop the change
 * @throws ServiceError as `lockCaller`
 */
export async function lockOrganizationMembers(
  tx: Database,
  caller: Caller,
  permission: Permission,
  { info, revokeSecrets = false }: { info: RequestInfo; revokeSecrets?: boolean | undefined },
): Promise<MembershipContext<"organization">> {
  const current = await lockCaller(tx, caller, permission);
  return {
    tx,
    tenant: { kind: "organization", id: current.organizationId },
    userId: current.kind === "user" ? current.userId : null,
    within: rolesOfCaller(current),
    explain: (role) =>
      current.kind === "user"
        ? lacking(current.role, role)
        : `The role "${role}" has permissions that the token's scopes do not include.`,
    record: (change) => recordChange(tx, current, info, change),
    by: { changedBy: current, info, revokeSecrets },
  };
}

/** Locks a company for a change by one of its people. @throws ServiceError not_found for a former one; conflict */
export async function lockCompanyMembers(
  tx: Database,
  { company, session }: SellerCaller,
  info: RequestInfo,
): Promise<MembershipContext<"company">> {
  const { userId } = session;
  const tenant = { kind: "company", id: company.id } as const;
  await lockOpenCompany(tx, company.id);
  const member = await findMember(tx, tenant, userId);
  if (!member) throw new ServiceError("not_found", "You are not a member of this company.");
  return {
    tx,
    tenant,
    userId,
    within: rolesWithin("company", member.role),
    explain: (role) => lacking(member.role, role),
    record: (change) =>
      recordPlatformChange(tx, `user:${userId}`, info, tenantEntry(tenant, change)),
    by: null,
  };
}

function lacking(own: string, role: string): string {
  return `Your role "${own}" has fewer permissions than "${role}". Ask an owner.`;
}

const lockRow = sql<{ companyId: number }, { status: string }>(
  "lock-company-for-people",
  { status: "text" },
  "SELECT status::text AS status FROM companies WHERE id = :companyId FOR NO KEY UPDATE",
);

/** Locks a company until the transaction ends. @throws ServiceError conflict for one that the platform has closed */
export async function lockOpenCompany(tx: Database, companyId: number): Promise<void> {
  const [company] = await lockRow({ companyId }, tx);
  if (company?.status !== "closed") return;
  const message = "This company is closed. Its members can no longer be changed.";
  throw new PeopleError("conflict", "company_closed", message);
}

/** @throws ServiceError forbidden for a role that is not theirs to give or take */
export function requireRole<K extends Kind>(
  { within, explain }: MembershipContext<K>,
  role: Role<K>,
): void {
  if (!within.includes(role)) throw new PeopleError("forbidden", "not_allowed", explain(role));
}
