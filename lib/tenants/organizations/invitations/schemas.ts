import { z } from "zod";
import { paginationQuery, walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { roleSchema } from "@/lib/tenants/organizations/members/schemas";
import { invitedEmailSchema } from "@/lib/tenants/people/schemas";

/** Request body of an invitation. */
export const createInvitationSchema = z
  .strictObject({ email: invitedEmailSchema, role: roleSchema })
  .meta({ id: "CreateInvitation" });

const invitationFields = {
  id: z
    .string()
    .meta({ description: "Id of the invitation.", example: "6740f1c2a9d34e0b7c51f3aa" }),
  email: z.string().meta({ description: "Who is invited.", example: "asha@example.com" }),
  role: roleSchema,
  invited_by: z.string().nullable().meta({
    description: "Name of the person who sent the invitation, if any.",
    example: "Ada Nyberg",
  }),
  created_at: timestamp("Creation time."),
  expires_at: timestamp("When the link expires or expired."),
  expired: z
    .boolean()
    .meta({ description: "Whether the link has expired; resend creates a new one." }),
};

/** An open invitation in API responses. */
export const invitationSchema = z.looseObject(invitationFields).meta({ id: "Invitation" });

export const mailOutcomes = ["sent", "no_mail_server", "refused"] as const;

/** A new invitation, or a new link of one. */
export const sentInvitationSchema = z
  .looseObject({
    ...invitationFields,
    mail: z.enum(mailOutcomes).meta({
      description:
        "`sent`: the mail server accepted it. `no_mail_server`: none is configured. `refused`: the mail server did not accept it.",
    }),
    link: z.string().nullable().meta({
      description:
        "The invitation link, only in this response, for you to pass on; null if it was mailed.",
      example: "https://auth.example.com/invitation/lkl_4nB0…",
    }),
  })
  .meta({ id: "SentInvitation" });

/** A page of open invitations. */
export const invitationListSchema = z
  .looseObject({ items: z.array(invitationSchema), page: walkPageSchema })
  .meta({ id: "InvitationList" });

export const listInvitationsQuerySchema = z.object(paginationQuery);

/** A new invitation in API responses. */
export type SentInvitationResponse = z.output<typeof sentInvitationSchema>;
