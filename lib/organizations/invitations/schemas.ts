import { z } from "zod";
import { pageQuery, pageSchema } from "@/lib/kernel/schemas/page-schemas";
import { plainLine } from "@/lib/kernel/schemas/plain-text";
import { timestamp } from "@/lib/kernel/schemas/timestamp-schema";
import { roleSchema } from "@/lib/organizations/members/schemas";

const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(200, "must have at most 200 characters")
  .pipe(z.email("must be an e-mail address"))
  .meta({ description: "Whom to invite.", example: "asha@example.com" });

/** Body of an invitation. */
export const createInvitationSchema = z
  .strictObject({ email: emailSchema, role: roleSchema })
  .meta({ id: "CreateInvitation" });

/** Body of an invitation, before it is parsed. */
export type CreateInvitationInput = z.input<typeof createInvitationSchema>;

const invitationFields = {
  id: z
    .string()
    .meta({ description: "Id of the invitation.", example: "6740f1c2a9d34e0b7c51f3aa" }),
  email: z.string().meta({ description: "Who is invited.", example: "asha@example.com" }),
  role: roleSchema,
  invited_by: z
    .string()
    .nullable()
    .meta({ description: "Name of the person who invited, if one did.", example: "Ada Nyberg" }),
  created_at: timestamp("Creation time."),
  expires_at: timestamp("When the link stops to work, or stopped."),
  expired: z
    .boolean()
    .meta({ description: "Whether the link has run out; resend makes a new one." }),
};

/** An open invitation on the wire. */
export const invitationSchema = z.looseObject(invitationFields).meta({ id: "Invitation" });

/** What became of an invitation's mail. */
export const mailOutcomes = ["sent", "no_mail_server", "refused"] as const;

/** A new invitation, or a new link of one. */
export const sentInvitationSchema = z
  .looseObject({
    ...invitationFields,
    mail: z.enum(mailOutcomes).meta({
      description:
        "`sent`: the mail server took it. `no_mail_server`: none is configured. `refused`: the mail server did not take it.",
    }),
    link: z.string().nullable().meta({
      description:
        "The link to accept, in clear and only in this answer, to be handed over by you; null when it was mailed.",
      example: "https://auth.example.com/invitation/lkl_4nB0…",
    }),
  })
  .meta({ id: "SentInvitation" });

/** A page of open invitations. */
export const invitationListSchema = z
  .looseObject({ items: z.array(invitationSchema), page: pageSchema })
  .meta({ id: "InvitationList" });

/** Query of the list. */
export const listInvitationsQuerySchema = z.object(pageQuery);

/** The form by which a person without an account accepts. */
export const newPersonFormSchema = z.object({
  first_name: plainLine(1, 120),
  last_name: plainLine(1, 120),
  password: z.string().min(12).max(200),
});

/** An open invitation on the wire. */
export type InvitationResponse = z.output<typeof invitationSchema>;

/** A new invitation on the wire. */
export type SentInvitationResponse = z.output<typeof sentInvitationSchema>;
