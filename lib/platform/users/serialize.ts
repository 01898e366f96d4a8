import type { JsonObject } from "@/lib/core/json";
import type { UserRow } from "@/lib/platform/users/repository";
import type { UserResponse } from "@/lib/platform/users/schemas";

/** A person in the format of the API. */
export function serializeUser(row: UserRow): UserResponse {
  return {
    user_id: row.id,
    external_id: row.externalId,
    email: row.email,
    email_verified: row.isEmailVerified,
    first_name: row.firstName,
    last_name: row.lastName,
    status: row.isActive ? "active" : "deactivated",
    has_password: row.hasPassword,
    operator_role: row.operatorRole,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The fields that a change can alter, for audit rows. */
export function auditedUser(row: UserRow): JsonObject {
  const { external_id, email, first_name, last_name, status } = serializeUser(row);
  return { external_id, email, first_name, last_name, status };
}
