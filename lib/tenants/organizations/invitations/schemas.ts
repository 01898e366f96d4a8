import { z } from "zod";
import { bool, text, textOrNull } from "@/lib/core/schemas/described";
import { paginationQuery, walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { roleSchema } from "@/lib/tenants/organizations/members/schemas";

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

export const listInvitationsQuerySchema = z.object(paginationQuery);

export type SentInvitationResponse = z.output<typeof sentInvitationSchema>;
