import { z } from "zod";
import { companyIdSchema } from "@/lib/core/schemas/id-schema";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { sentInvitationSchema } from "@/lib/tenants/organizations/invitations/schemas";
import { invitedEmailSchema } from "@/lib/tenants/people/schemas";

/** The body that invites an owner. */
export const inviteOwnerSchema = z
  .strictObject({ email: invitedEmailSchema })
  .meta({ id: "InviteOwner" });

const sent = sentInvitationSchema.shape;

/** An owner's new invitation. */
export const sentOwnerInvitationSchema = z
  .looseObject({
    id: sent.id,
    email: sent.email,
    expires_at: timestamp("When the link expires."),
    mail: sent.mail,
    link: sent.link,
  })
  .meta({ id: "SentOwnerInvitation" });

/** An owner's new invitation as the API answers it. */
export type SentOwnerInvitation = z.output<typeof sentOwnerInvitationSchema>;

/** The body that creates a company here. */
export const createLocalCompanySchema = z
  .strictObject({
    name: plainLine(1, 200).meta({ description: "Its name.", example: "Blue Lotus Sarees" }),
    is_sandbox: z.boolean().default(false).meta({
      description: "Whether the company is for testing.",
      example: false,
    }),
    owner_email: invitedEmailSchema.optional().meta({
      description: "Invites this person as the company's owner.",
      example: "asha@example.com",
    }),
  })
  .meta({ id: "CreateLocalCompany" });

/** A company that was created here. */
export const localCompanySchema = z
  .looseObject({
    company_id: companyIdSchema.meta({
      description: "Its id, from 2^52 up.",
      example: 4_503_599_627_370_497,
    }),
    name: z.string().meta({ description: "Its name.", example: "Blue Lotus Sarees" }),
    is_sandbox: z.boolean().meta({ description: "Whether it is for testing." }),
    invitation: sentOwnerInvitationSchema.nullable().meta({
      description: "The owner's invitation; null if no one was invited.",
    }),
  })
  .meta({ id: "LocalCompany" });

const role = z.enum(["owner", "admin", "developer", "auditor", "staff"]).meta({
  description: "Role there.",
  example: "owner",
});
const source = z.enum(["local", "directory", "claims"]).meta({
  description:
    "Where the membership came from: this service, the directory, or an ID token's claims.",
});

/** Where a person is a member. */
export const membershipsSchema = z
  .looseObject({
    companies: z.array(
      z.looseObject({
        company_id: companyIdSchema.meta({ description: "The company.", example: 4711 }),
        name: z.string().meta({ description: "Its name.", example: "Blue Lotus Sarees" }),
        role,
        source,
      }),
    ),
    organizations: z.array(
      z.looseObject({
        organization_id: z.string().meta({ description: "The organization.", example: "shipfast" }),
        name: z.string().meta({ description: "Its name.", example: "Shipfast" }),
        role,
        source,
      }),
    ),
  })
  .meta({ id: "Memberships" });

/** Where a person is a member, as the API answers it. */
export type Memberships = z.output<typeof membershipsSchema>;
