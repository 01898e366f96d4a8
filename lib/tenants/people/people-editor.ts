import { type Change, recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { revokeExcessSecrets, type SecretDecision } from "@/lib/clients/secrets/excess-secrets";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { OrganizationRole, Permission } from "@/lib/core/permissions/permissions";
import type { Caller } from "@/lib/operation/access/caller";
import type { SellerCaller } from "@/lib/operation/access/company-caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { revokeInvitationsFrom } from "@/lib/tenants/people/invitation-rows";
import { findMember } from "@/lib/tenants/people/member-rows";
import { PeopleError } from "@/lib/tenants/people/people-error";
import { rolesOfCaller, rolesWithin } from "@/lib/tenants/people/roles-within";
import type { Kind, Role, Tenant } from "@/lib/tenants/people/tenant";

/** Whoever changes the people of a tenant, as they are while it is locked. */
export interface PeopleEditor<K extends Kind> {
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
  /** Ends what a member's next role (null for none) does not allow, before they get it. */
  endExcess: (userId: string, next: Role<K> | null) => Promise<void>;
}

/**
 * Locks an organization for a change of its people.
 * @param revokeSecrets whether secrets that a person may no longer see are revoked; otherwise they stop the change
 * @throws ServiceError as `lockCaller`
 */
export async function editOrganization(
  tx: Database,
  caller: Caller,
  permission: Permission,
  { info, revokeSecrets = false }: { info: RequestInfo; revokeSecrets?: boolean | undefined },
): Promise<PeopleEditor<"organization">> {
  const current = await lockCaller(tx, caller, permission);
  const { organizationId } = current;
  return {
    tx,
    tenant: { kind: "organization", id: organizationId },
    userId: current.kind === "user" ? current.userId : null,
    within: rolesOfCaller(current),
    explain: (role) =>
      current.kind === "user"
        ? lacking(current.role, role)
        : `The role "${role}" has permissions that the token's scopes do not include.`,
    record: (change) => recordChange(tx, current, info, change),
    async endExcess(userId, next) {
      await revokeBeyondRole(tx, userId, next, { caller: current, info, revokeSecrets });
      await keepSandboxMember(tx, organizationId, userId, next);
    },
  };
}

/**
 * Locks a company for a change of its people by one of them.
 * @throws ServiceError not_found for a former member; conflict for a closed company
 */
export async function editCompany(
  tx: Database,
  { company, session }: SellerCaller,
  info: RequestInfo,
): Promise<PeopleEditor<"company">> {
  const { userId } = session;
  const tenant = { kind: "company", id: company.id } as const;
  await lockOpenCompany(tx, company.id);
  const member = await findMember(tx, tenant, userId);
  if (!member) throw new ServiceError("not_found", "You are not a member of this company.");
  const inCompany = { company_id: company.id };
  return {
    tx,
    tenant,
    userId,
    within: rolesWithin("company", member.role),
    explain: (role) => lacking(member.role, role),
    record: ({ action, target, before, after }) =>
      recordPlatformChange(tx, `user:${userId}`, info, {
        action: `company_${action}`,
        target,
        ...(before && { before: { ...inCompany, ...before } }),
        ...(after && { after: { ...inCompany, ...after } }),
      }),
    endExcess: (userId, next) => revokeInvitationsBeyond(tx, tenant, userId, next),
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

/**
 * Locks a company until the transaction ends, so that changes of its people come one after the other.
 * @throws ServiceError conflict for one that the platform has closed
 */
export async function lockOpenCompany(tx: Database, companyId: number): Promise<void> {
  const [company] = await lockRow({ companyId }, tx);
  if (company?.status !== "closed") return;
  const message = "This company is closed. Its members can no longer be changed.";
  throw new PeopleError("conflict", "company_closed", message);
}

/** @throws ServiceError forbidden for a role that is not theirs to give or take */
export function requireRole<K extends Kind>(
  { within, explain }: PeopleEditor<K>,
  role: Role<K>,
): void {
  if (!within.includes(role)) throw new PeopleError("forbidden", "not_allowed", explain(role));
}

/**
 * Revokes the open invitations that a person sent and could not send in another role, since they may know the links. The
 * tenant must be locked.
 * @param next the other role, or null for none
 */
export async function revokeInvitationsBeyond<K extends Kind>(
  tx: Database,
  tenant: Tenant<K>,
  userId: string,
  next: Role<K> | null,
): Promise<void> {
  const within = next ? rolesWithin(tenant.kind, next) : [];
  await revokeInvitationsFrom(tx, tenant, userId, within);
}

/**
 * Like {@link revokeInvitationsBeyond} for a member of an organization, and their secrets of clients with more
 * permissions than they will have.
 * @throws ServiceError conflict for secrets whose revocation was not confirmed
 */
export async function revokeBeyondRole(
  tx: Database,
  userId: string,
  next: OrganizationRole | null,
  decision: SecretDecision,
): Promise<void> {
  const { organizationId } = decision.caller;
  await revokeInvitationsBeyond(tx, { kind: "organization", id: organizationId }, userId, next);
  const person = { actor: `user:${userId}`, remaining: next && { role: next } };
  await revokeExcessSecrets(tx, person, decision);
}
