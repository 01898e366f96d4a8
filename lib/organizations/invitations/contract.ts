import { defineContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";
import { ORGANIZATION_PATH, ofOrganization } from "@/lib/organizations/contract";
import {
  createInvitationSchema,
  invitationListSchema,
  invitationSchema,
  listInvitationsQuerySchema,
  sentInvitationSchema,
} from "@/lib/organizations/invitations/schemas";

const COLLECTION = `${ORGANIZATION_PATH}/invitation` as const;
const INVITATION = `${COLLECTION}/{invitation_id}` as const;

const ofInvitation = ofOrganization.extend({
  invitation_id: idSchema.meta({ description: "Id of the invitation." }),
});

const DELIVERY =
  "The link goes out by mail. Where no mail server is configured, or it does not take the mail, the answer holds the link instead.";

/** POST organization/{organization_id}/invitation. */
export const createInvitationContract = defineContract({
  operationId: "createInvitation",
  method: "POST",
  path: COLLECTION,
  summary: "Invite somebody",
  description: `Makes a link that works once, for seven days, and only for this address. ${DELIVERY} Nobody invites to a role that can do more than they can themselves.`,
  tag: "Members",
  permission: "members:write",
  params: ofOrganization,
  body: createInvitationSchema,
  success: { status: 201, description: "The new invitation.", schema: sentInvitationSchema },
  errors: ["conflict"],
});

/** GET organization/{organization_id}/invitation. */
export const listInvitationsContract = defineContract({
  operationId: "listInvitations",
  method: "GET",
  path: COLLECTION,
  summary: "List invitations",
  description: "Invitations that were neither accepted nor revoked, newest first; without links.",
  tag: "Members",
  permission: "members:read",
  params: ofOrganization,
  query: listInvitationsQuerySchema,
  success: { status: 200, description: "A page of invitations.", schema: invitationListSchema },
});

/** DELETE organization/{organization_id}/invitation/{invitation_id}. */
export const revokeInvitationContract = defineContract({
  operationId: "revokeInvitation",
  method: "DELETE",
  path: INVITATION,
  summary: "Revoke an invitation",
  description: "Its link stops to work at once.",
  tag: "Members",
  permission: "members:write",
  params: ofInvitation,
  success: { status: 200, description: "The revoked invitation.", schema: invitationSchema },
});

/** POST organization/{organization_id}/invitation/{invitation_id}/resend. */
export const resendInvitationContract = defineContract({
  operationId: "resendInvitation",
  method: "POST",
  path: `${INVITATION}/resend`,
  summary: "Send an invitation again",
  description: `Makes a new link for another seven days; the earlier one stops to work. ${DELIVERY}`,
  tag: "Members",
  permission: "members:write",
  params: ofInvitation,
  success: {
    status: 200,
    description: "The invitation with its new link.",
    schema: sentInvitationSchema,
  },
});
