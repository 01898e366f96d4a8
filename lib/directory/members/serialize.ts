import type { MemberRow } from "@/lib/directory/members/repository";
import type { JsonObject } from "@/lib/kernel/json";

/**
 * A member in the format of the API, without what they belong to.
 * @param roles of the company or organization
 */
export function serializeMember<Role extends string>(row: MemberRow, roles: readonly Role[]) {
  const role = roles.find((known) => known === row.role);
  if (role === undefined) throw new Error(`There is no role ${row.role}`);
  return {
    user_id: row.userId,
    external_id: row.externalId,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    role,
    source: row.source,
    created_at: row.createdAt.toISOString(),
  };
}

/** The fields that a change can alter, for audit rows. */
export function auditedMember(row: MemberRow): JsonObject {
  return {
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    role: row.role,
    source: row.source,
  };
}
