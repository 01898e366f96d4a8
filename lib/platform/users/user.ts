import { z } from "zod";
import { externalIdSchema } from "@/lib/core/schemas/id-schema";
import type { UserRow } from "@/lib/platform/users/repository";
import type { UserResponse } from "@/lib/platform/users/schemas";
import { DIRECTORY, LISTS } from "@/lib/platform/values";

export const USERS = `${DIRECTORY}/users`;
export const USER = `${USERS}/{external_id}` as const;

export const ofUser = z.object({
  external_id: externalIdSchema.meta({
    description:
      "The platform's id of the person, percent-encoded; our id for a person who has none.",
    example: "seller-4711",
  }),
});

/** People as the API and the audit log have them. Erased people have no row. */
export const users = {
  ...LISTS.users,
  keyOf: ({ id }: UserRow) => id,
  missing:
    "There is no person with this id. Use the platform's id, or ours for an account that only exists here.",
  serialize: serializeUser,
  kind: "user",
  targetOf: ({ id }: UserRow) => `user:${id}`,
  audited: (row: UserRow) => {
    const { external_id, email, first_name, last_name, status } = serializeUser(row);
    return { external_id, email, first_name, last_name, status };
  },
};

function serializeUser(row: UserRow): UserResponse {
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
