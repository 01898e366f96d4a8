import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { findMember, type MemberRow } from "@/lib/tenants/organizations/members/repository";
import type { MemberResponse } from "@/lib/tenants/organizations/members/schemas";
import { ORGANIZATION_PATH, ofOrganization } from "@/lib/tenants/organizations/organization";

export const COLLECTION = `${ORGANIZATION_PATH}/member` as const;
export const MEMBER = `${COLLECTION}/{user_id}` as const;

export const ofMember = ofOrganization.extend({
  user_id: idSchema.meta({ description: "Id of the person." }),
});

export const LIMITS =
  "Callers cannot grant or remove a role with more permissions than they have, and the last owner cannot be changed or removed. Memberships that the platform manages (`source`) are changed in its directory, not here. If the person has seen secrets of clients with more permissions than they will have, `revoke_secrets=true` revokes those secrets; without it, the request fails with 409 and the error names them.";

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

/**
 * The member that a change is about.
 * @throws ServiceError not_found; conflict for a membership that the platform manages
 */
export async function requireLocalMember(
  tx: Database,
  organizationId: string,
  userId: string,
): Promise<MemberRow> {
  const member = await findMember(tx, organizationId, userId);
  if (!member) throw noSuchMember();
  if (member.source === "local") return member;
  throw new ServiceError(
    "conflict",
    "The platform manages this membership. Change it in the platform's directory; it then changes here.",
  );
}

/** The same error for a person who does not exist or is not a member. */
function noSuchMember(): ServiceError {
  return new ServiceError("not_found", "This organization has no such member.");
}
