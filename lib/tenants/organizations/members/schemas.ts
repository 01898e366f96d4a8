import { z } from "zod";
import { REVOKE_SECRETS } from "@/lib/clients/values";
import { organizationRoles } from "@/lib/core/permissions/permissions";
import { bool, oneOf, text, textOrNull } from "@/lib/core/schemas/described";
import { paginationQuery, walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

export const roleSchema = oneOf(organizationRoles).meta({
  description: "Role in the organization.",
  example: "developer",
});

export const memberSchema = z
  .looseObject({
    user_id: text("Id of the person.", "6740f1c2a9d34e0b7c51f201"),
    first_name: text("First name.", "Asha"),
    last_name: text("Last name.", "Rao"),
    email: textOrNull(
      "Email address; null for a person of the platform without one.",
      "asha@example.com",
    ),
    email_verified: bool(
      "Whether a mailed link, or the provider's `email_verified`, has proved this address. Someone who got an invitation link in another way may not own the address.",
    ),
    role: roleSchema,
    source: z.enum(["local", "directory", "claims"]).meta({
      description:
        "Where the membership came from: `local` (this service), `directory` (the platform's directory) or `claims` (an ID token of the platform's provider). Only local memberships can be changed here.",
    }),
    created_at: timestamp("When the person became a member."),
    has_second_factor: bool("Whether the person signs in with a second factor."),
    last_signed_in_at: timestamp(
      "Last recorded sign-in; null once its session was deleted, 30 days after its end by default.",
    ).nullable(),
  })
  .meta({ id: "Member" });

export const memberListSchema = z
  .looseObject({ items: z.array(memberSchema), page: walkPageSchema })
  .meta({ id: "MemberList" });

export const listMembersQuerySchema = z.object(paginationQuery);

export const changeMemberSchema = z
  .strictObject({
    role: roleSchema,
    revoke_secrets: z.boolean().optional().meta({ description: REVOKE_SECRETS }),
  })
  .meta({ id: "ChangeMember" });

export const endMembershipQuerySchema = z.object({
  revoke_secrets: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .meta({ description: REVOKE_SECRETS }),
});

export type MemberResponse = z.output<typeof memberSchema>;
