import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { companies } from "@/lib/platform/companies/companies";
import { findCompany } from "@/lib/platform/companies/repository";
import type { CompanyMemberFields } from "@/lib/platform/companies/schemas";
import {
  insertMember,
  lockMembership,
  type MemberRow,
  type Membership,
  type MembersOf,
  updateMembership,
} from "@/lib/platform/members/repository";
import { organizations } from "@/lib/platform/organizations/organizations";
import { findOrganization } from "@/lib/platform/organizations/repository";
import type { OrganizationMemberFields } from "@/lib/platform/organizations/schemas";
import { found } from "@/lib/platform/read-list";
import type { PlatformOrigin } from "@/lib/platform/record-everywhere";
import { missingField, type Stored } from "@/lib/platform/stored";
import type { UserRow } from "@/lib/platform/users/repository";
import type { UserFields } from "@/lib/platform/users/schemas";
import { storeUser } from "@/lib/platform/users/users";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { revokeBeyondRole, revokeInvitationsBeyond } from "@/lib/tenants/people/people-editor";

/**
 * Creates or changes a company's member, and the person if they are new. Fields that are not sent stay the same.
 * @throws ServiceError not_found for an unknown company; invalid_request for a new member without a role; conflict for
 * a new member of a closed company, an operator's own fields, and the email address of an account with a password
 */
export function storeCompanyMember(
  tx: Database,
  companyId: number,
  externalId: string,
  fields: CompanyMemberFields,
): Promise<Stored<MemberRow>> {
  const of = { kind: "company", id: companyId } as const;
  return storeMember(tx, of, externalId, fields, {
    explainMissing: async () => {
      const company = await findCompany(companyId, tx);
      return found(companies, company).status === "closed" ? companyClosed() : null;
    },
    onNewRole: async (userId, isNew) => {
      if (!isNew)
        await revokeInvitationsBeyond(
          tx,
          { kind: "company", id: companyId },
          userId,
          fields.role ?? null,
        );
    },
  });
}

function companyClosed(): ServiceError {
  return new ServiceError("conflict", "The company is closed and takes no new members.");
}

/**
 * Creates or changes an organization's member, and the person if they are new. Fields that are not sent stay the same. A
 * changed role revokes what it no longer allows: invitations the person sent, and secrets they have seen.
 * @param by the name under which the organization's audit log records revoked secrets
 * @throws ServiceError not_found for an unknown organization; invalid_request for a new member without a role; conflict
 * for an operator's own fields, and the email address of an account with a password
 */
export async function storeOrganizationMember(
  tx: Database,
  organizationId: string,
  externalId: string,
  fields: OrganizationMemberFields,
  by: PlatformOrigin,
): Promise<Stored<MemberRow>> {
  const of = { kind: "organization", id: organizationId } as const;
  const caller = { kind: "platform", organizationId, actor: by.actor } as const;
  await lockOrganizations(tx, [organizationId]);
  return storeMember(tx, of, externalId, fields, {
    explainMissing: async () => {
      found(organizations, await findOrganization(organizationId, tx));
      return null;
    },
    onNewRole: async (userId, isNew) => {
      const role = fields.role ?? null;
      if (!isNew) {
        const decision = { caller, info: by.info, revokeSecrets: true };
        await revokeBeyondRole(tx, userId, role, decision);
      }
      await keepSandboxMember(tx, organizationId, userId, role);
    },
  });
}

type MemberFields = Omit<UserFields, "status"> & { role?: string | undefined };

/** What differs between companies and organizations. */
type MemberRules = {
  /** Why there cannot be a membership, if that is so: the company or organization is missing or closed. */
  explainMissing: () => Promise<ServiceError | null>;
  /** Called after a role was given, or changed. */
  onNewRole: (userId: string, isNew: boolean) => Promise<void>;
};

/**
 * Creates or changes a member, and the person if they are new. The directory then manages the membership.
 * @throws ServiceError as `storeUser`; invalid_request for a new member without a role
 */
async function storeMember(
  tx: Database,
  of: MembersOf,
  externalId: string,
  { role, ...person }: MemberFields,
  { explainMissing, onNewRole }: MemberRules,
): Promise<Stored<MemberRow>> {
  const user = await storeUser(tx, externalId, person);
  const userId = user.row.id;
  const created = role === undefined ? null : await insertMember(tx, of, userId, role);
  if (created) {
    await onNewRole(userId, true);
    return { status: "created", before: null, row: asMember(user.row, created) };
  }
  const membership = await lockMembership(tx, of, userId);
  if (!membership) throw (await explainMissing()) ?? missingField("role", "a membership");
  const before = asMember(user.before ?? user.row, membership);
  const change = changesIn(membership, { role, source: "directory" });
  const row = { ...asMember(user.row, membership), ...change };
  if (change) await updateMembership(tx, of, userId, row.role);
  if (change?.role !== undefined) await onNewRole(userId, false);
  return { status: change || user.status !== "unchanged" ? "updated" : "unchanged", before, row };
}

function asMember(user: UserRow, { role, source, createdAt }: Membership): MemberRow {
  const { id: userId, externalId, email, firstName, lastName } = user;
  return { userId, externalId, email, firstName, lastName, role, source, createdAt };
}
