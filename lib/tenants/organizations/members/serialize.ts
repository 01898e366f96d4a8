import type { MemberRow } from "@/lib/tenants/organizations/members/repository";
import type { MemberResponse } from "@/lib/tenants/organizations/members/schemas";

/** A member in the format of the API. */
export function serializeMember(row: MemberRow): MemberResponse {
  return {
    user_id: row.userId,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    email_verified: row.emailVerified,
    role: row.role,
    source: row.source,
    created_at: row.createdAt.toISOString(),
    has_second_factor: row.hasSecondFactor,
    last_signed_in_at: row.lastSignedInAt?.toISOString() ?? null,
  };
}
