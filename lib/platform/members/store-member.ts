import type { Database } from "@/lib/core/db/client";
import type { ServiceError } from "@/lib/core/errors";
import {
  insertMember,
  lockMembership,
  type MemberRow,
  type Membership,
  type MembersOf,
  updateMembership,
} from "@/lib/platform/members/repository";
import { missingField } from "@/lib/platform/missing-field";
import { changesIn, type Stored } from "@/lib/platform/stored";
import type { UserRow } from "@/lib/platform/users/repository";
import type { UserFields } from "@/lib/platform/users/schemas";
import { storeUser } from "@/lib/platform/users/store-user";

export type MemberFields = Omit<UserFields, "status"> & { role?: string | undefined };

/** What differs between companies and organizations. */
export type MemberRules = {
  /** Why there cannot be a membership, if that is so: the company or organization is missing or closed. */
  explainMissing: () => Promise<ServiceError | null>;
  /** Called after a role was given, or changed. */
  onNewRole: (userId: string, isNew: boolean) => Promise<void>;
};

/**
 * Creates or changes a member, and the person if they are new. The directory then manages the membership.
 * @throws ServiceError as `storeUser`; invalid_request for a new member without a role
 */
export async function storeMember(
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
