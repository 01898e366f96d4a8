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

/** Which page of the members or of the open invitations. */
export const listPeopleQuerySchema = z.object(paginationQuery);

export const changeMemberSchema = z
  .strictObject({
    role: roleSchema,
    revoke_secrets: bool(REVOKE_SECRETS).optional(),
  })
  .meta({ id: "ChangeMember" });

export const endMembershipQuerySchema = z.object({
  revoke_secrets: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .meta({ description: REVOKE_SECRETS }),
});

export type MemberResponse = z.output<typeof memberSchema>;

export const invitedEmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(200, "must have at most 200 characters")
  .pipe(z.email("must be an email address"))
  .meta({ description: "Whom to invite.", example: "asha@example.com" });

export const createInvitationSchema = z
  .strictObject({ email: invitedEmailSchema, role: roleSchema })
  .meta({ id: "CreateInvitation" });

const invitationFields = {
  id: text("Id of the invitation.", "6740f1c2a9d34e0b7c51f3aa"),
  email: text("Who is invited.", "asha@example.com"),
  role: roleSchema,
  invited_by: textOrNull("Name of the person who sent the invitation, if any.", "Ada Nyberg"),
  created_at: timestamp("Creation time."),
  expires_at: timestamp("When the link expires or expired."),
  expired: bool("Whether the link has expired; resend creates a new one."),
};

export const invitationSchema = z.looseObject(invitationFields).meta({ id: "Invitation" });

const mailOutcomes = ["sent", "no_mail_server", "refused"] as const;

/** A new invitation, or a new link of one. */
export const sentInvitationSchema = z
  .looseObject({
    ...invitationFields,
    mail: z.enum(mailOutcomes).meta({
      description:
        "`sent`: the mail server accepted it. `no_mail_server`: none is configured. `refused`: the mail server did not accept it.",
    }),
    link: textOrNull(
      "The invitation link, only in this response, for you to pass on; null if it was mailed.",
      "https://auth.example.com/invitation/lkl_4nB0…",
    ),
  })
  .meta({ id: "SentInvitation" });

export const invitationListSchema = z
  .looseObject({ items: z.array(invitationSchema), page: walkPageSchema })
  .meta({ id: "InvitationList" });

export type SentInvitationResponse = z.output<typeof sentInvitationSchema>;
