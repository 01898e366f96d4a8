import { z } from "zod";
import { bool, text } from "@/lib/core/schemas/described";
import { companyIdSchema } from "@/lib/core/schemas/id-schema";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { sourceSchema } from "@/lib/platform/users/schemas";
import {
  invitedEmailSchema,
  sentInvitationSchema,
} from "@/lib/tenants/organizations/members/schemas";

export const inviteOwnerSchema = z
  .strictObject({ email: invitedEmailSchema })
  .meta({ id: "InviteOwner" });

export const sentOwnerInvitationSchema = sentInvitationSchema
  .pick({ id: true, email: true, expires_at: true, mail: true, link: true })
  .meta({ id: "SentOwnerInvitation" });

export type SentOwnerInvitation = z.output<typeof sentOwnerInvitationSchema>;

export const createLocalCompanySchema = z
  .strictObject({
    name: plainLine(1, 200).meta({ description: "Its name.", example: "Blue Lotus Sarees" }),
    is_sandbox: bool("Whether the company is for testing.", false).default(false),
    owner_email: invitedEmailSchema.optional().meta({
      description: "Invites this person as the company's owner.",
      example: "asha@example.com",
    }),
  })
  .meta({ id: "CreateLocalCompany" });

export const localCompanySchema = z
  .looseObject({
    company_id: companyIdSchema.meta({
      description: "Its id, from 2^52 up.",
      example: 4_503_599_627_370_497,
    }),
    name: text("Its name.", "Blue Lotus Sarees"),
    is_sandbox: bool("Whether it is for testing."),
    invitation: sentOwnerInvitationSchema.nullable().meta({
      description: "The owner's invitation; null if no one was invited.",
    }),
  })
  .meta({ id: "LocalCompany" });

const role = z.enum(["owner", "admin", "developer", "auditor", "staff"]).meta({
  description: "Role there.",
  example: "owner",
});
export const membershipsSchema = z
  .looseObject({
    companies: z.array(
      z.looseObject({
        company_id: companyIdSchema.meta({ description: "The company.", example: 4711 }),
        name: text("Its name.", "Blue Lotus Sarees"),
        role,
        source: sourceSchema,
      }),
    ),
    organizations: z.array(
      z.looseObject({
        organization_id: text("The organization.", "shipfast"),
        name: text("Its name.", "Shipfast"),
        role,
        source: sourceSchema,
      }),
    ),
  })
  .meta({ id: "Memberships" });

export type Memberships = z.output<typeof membershipsSchema>;
