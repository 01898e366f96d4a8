import { z } from "zod";
import { REVOKE_SECRETS } from "@/lib/clients/field-values";
import { organizationRoles } from "@/lib/kernel/permissions";
import { pageQuery, pageSchema } from "@/lib/kernel/schemas/page-schemas";
import { timestamp } from "@/lib/kernel/schemas/timestamp-schema";

/** A role of an organization's members. */
export const roleSchema = z
  .enum(organizationRoles, `must be one of ${organizationRoles.join(", ")}`)
  .meta({ description: "Role in the organization.", example: "developer" });

/** A member on the wire. */
export const memberSchema = z
  .looseObject({
    user_id: z
      .string()
      .meta({ description: "Id of the person.", example: "6740f1c2a9d34e0b7c51f201" }),
    first_name: z.string().meta({ description: "First name.", example: "Asha" }),
    last_name: z.string().meta({ description: "Last name.", example: "Rao" }),
    email: z.string().meta({ description: "E-mail address.", example: "asha@example.com" }),
    email_verified: z.boolean().meta({
      description:
        "Whether a link that was mailed to the address proved that it is theirs. Whoever got the link of an invitation from a person may be somebody else.",
    }),
    role: roleSchema,
    created_at: timestamp("Since when the person is a member."),
    has_second_factor: z.boolean().meta({
      description: "Whether the person signs in with a second factor.",
    }),
    last_signed_in_at: timestamp(
      "Last sign-in on record: sessions are kept for 30 days after they end.",
    ).nullable(),
  })
  .meta({ id: "Member" });

/** A page of members. */
export const memberListSchema = z
  .looseObject({ items: z.array(memberSchema), page: pageSchema })
  .meta({ id: "MemberList" });

/** Query of the list. */
export const listMembersQuerySchema = z.object(pageQuery);

/** Body of a change of role. */
export const changeMemberSchema = z
  .strictObject({
    role: roleSchema,
    revoke_secrets: z.boolean().optional().meta({ description: REVOKE_SECRETS }),
  })
  .meta({ id: "ChangeMember" });

/** Query of what ends a membership. */
export const endMembershipQuerySchema = z.object({
  revoke_secrets: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .meta({ description: REVOKE_SECRETS }),
});

/** A member on the wire. */
export type MemberResponse = z.output<typeof memberSchema>;
