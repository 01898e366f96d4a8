import { z } from "zod";
import { REVOKE_SECRETS } from "@/lib/clients/field-values";
import { organizationRoles } from "@/lib/core/permissions/permissions";
import { paginationQuery, walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

/** A role of an organization's members. */
export const roleSchema = z
  .enum(organizationRoles, `must be one of ${organizationRoles.join(", ")}`)
  .meta({ description: "Role in the organization.", example: "developer" });

/** A member in API responses. */
export const memberSchema = z
  .looseObject({
    user_id: z
      .string()
      .meta({ description: "Id of the person.", example: "6740f1c2a9d34e0b7c51f201" }),
    first_name: z.string().meta({ description: "First name.", example: "Asha" }),
    last_name: z.string().meta({ description: "Last name.", example: "Rao" }),
    email: z.string().nullable().meta({
      description: "Email address; null for a person of the platform without one.",
      example: "asha@example.com",
    }),
    email_verified: z.boolean().meta({
      description:
        "Whether a mailed link, or the provider's `email_verified`, has proved this address. Someone who got an invitation link in another way may not own the address.",
    }),
    role: roleSchema,
    source: z.enum(["local", "directory", "claims"]).meta({
      description:
        "Where the membership came from: `local` (this service), `directory` (the platform's directory) or `claims` (an ID token of the platform's provider). Only local memberships can be changed here.",
    }),
    created_at: timestamp("When the person became a member."),
    has_second_factor: z.boolean().meta({
      description: "Whether the person signs in with a second factor.",
    }),
    last_signed_in_at: timestamp(
      "Last recorded sign-in; null once its session was deleted, 30 days after its end by default.",
    ).nullable(),
  })
  .meta({ id: "Member" });

/** A page of members. */
export const memberListSchema = z
  .looseObject({ items: z.array(memberSchema), page: walkPageSchema })
  .meta({ id: "MemberList" });

export const listMembersQuerySchema = z.object(paginationQuery);

/** Request body for changing a role. */
export const changeMemberSchema = z
  .strictObject({
    role: roleSchema,
    revoke_secrets: z.boolean().optional().meta({ description: REVOKE_SECRETS }),
  })
  .meta({ id: "ChangeMember" });

/** Query of operations that end a membership. */
export const endMembershipQuerySchema = z.object({
  revoke_secrets: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .meta({ description: REVOKE_SECRETS }),
});

/** A member in API responses. */
export type MemberResponse = z.output<typeof memberSchema>;
