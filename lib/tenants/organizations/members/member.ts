import { idSchema } from "@/lib/core/schemas/id-schema";
import { ORGANIZATION_PATH, ofOrganization } from "@/lib/tenants/organizations/organization";
import type { MemberRow } from "@/lib/tenants/people/member-rows";
import type { Kind } from "@/lib/tenants/people/tenant";

export const COLLECTION = `${ORGANIZATION_PATH}/member` as const;
export const MEMBER = `${COLLECTION}/{user_id}` as const;

export const ofMember = ofOrganization.extend({
  user_id: idSchema.meta({ description: "Id of the person." }),
});

export const LIMITS =
  "Callers cannot grant or remove a role with more permissions than they have, and the last owner cannot be changed or removed. Memberships that the platform manages (`source`) are changed in its directory, not here. If the person has seen secrets of clients with more permissions than they will have, `revoke_secrets=true` revokes those secrets; without it, the request fails with 409 and the error names them.";

/** A member in the format of the API. */
export function serializeMember<K extends Kind>(row: MemberRow<K>) {
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
