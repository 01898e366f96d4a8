import type { JsonObject } from "@/lib/core/json";
import type { MemberRow, MembersOf } from "@/lib/platform/members/repository";
import type { StoredRecord } from "@/lib/platform/record-stored";
import type { Stored } from "@/lib/platform/stored";

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

/** A member as audit logs record it: in that of an organization, too. */
export function memberRecord<Row extends Pick<MemberRow, "userId">>(
  { kind, id }: MembersOf,
  stored: Stored<Row>,
): StoredRecord<Row> {
  const target = `user:${stored.row.userId}`;
  return kind === "company"
    ? { kind: "company_member", target, stored, context: { company_id: id } }
    : {
        kind: "organization_member",
        target,
        stored,
        context: { organization_id: id },
        organizationId: id,
      };
}

/** The fields that a change can alter, for audit rows. */
export function auditedMember(
  row: Pick<MemberRow, "email" | "firstName" | "lastName" | "role" | "source">,
): JsonObject {
  return {
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    role: row.role,
    source: row.source,
  };
}
