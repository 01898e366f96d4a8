import { z } from "zod";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { companyIdInPath, idSchema, organizationIdSchema } from "@/lib/kernel/schemas/id-schema";
import {
  createLocalCompanySchema,
  inviteOwnerSchema,
  localCompanySchema,
  membershipsSchema,
  sentOwnerInvitationSchema,
} from "@/lib/operators/schemas";

const PLATFORM = "/service/panel/authentication/v1.0/platform";
const TAG = "Operators";

/** POST platform/companies. */
export const createLocalCompanyContract = definePlatformContract({
  operationId: "createLocalCompany",
  method: "POST",
  path: `${PLATFORM}/companies`,
  summary: "Create a company here",
  description:
    "Creates a company that the platform's directory does not know, for platforms without one, and invites its owner.",
  tag: TAG,
  platformPermission: "directory:write",
  params: z.object({}),
  body: createLocalCompanySchema,
  success: { status: 201, description: "The company.", schema: localCompanySchema },
});

/** POST platform/companies/{company_id}/owner-invitations. */
export const inviteCompanyOwnerContract = definePlatformContract({
  operationId: "inviteCompanyOwner",
  method: "POST",
  path: `${PLATFORM}/companies/{company_id}/owner-invitations`,
  summary: "Invite a company's owner",
  description: "Mails a link that makes a person an owner, or returns it if no mail was sent.",
  tag: TAG,
  platformPermission: "directory:write",
  params: z.object({ company_id: companyIdInPath.meta({ description: "The company." }) }),
  body: inviteOwnerSchema,
  success: { status: 201, description: "The invitation.", schema: sentOwnerInvitationSchema },
  errors: ["conflict"],
});

/** POST platform/organizations/{organization_id}/owner-invitations. */
export const inviteOrganizationOwnerContract = definePlatformContract({
  operationId: "inviteOrganizationOwner",
  method: "POST",
  path: `${PLATFORM}/organizations/{organization_id}/owner-invitations`,
  summary: "Invite an organization's owner",
  description: "Mails a link that makes a person an owner, or returns it if no mail was sent.",
  tag: TAG,
  platformPermission: "directory:write",
  params: z.object({
    organization_id: organizationIdSchema.meta({ description: "The organization." }),
  }),
  body: inviteOwnerSchema,
  success: { status: 201, description: "The invitation.", schema: sentOwnerInvitationSchema },
  errors: ["conflict"],
});

/** GET platform/users/{user_id}/memberships. */
export const listMembershipsContract = definePlatformContract({
  operationId: "listMemberships",
  method: "GET",
  path: `${PLATFORM}/users/{user_id}/memberships`,
  summary: "List a person's memberships",
  description: "Returns the companies and organizations that a person belongs to.",
  tag: TAG,
  platformPermission: "directory:read",
  params: z.object({ user_id: idSchema.meta({ description: "Our id of the person." }) }),
  success: { status: 200, description: "The memberships.", schema: membershipsSchema },
});
