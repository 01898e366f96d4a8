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
  "The link is sent by mail. If no mail server is configured, or it does not accept the mail, the response contains the link instead.";

/** POST organization/{organization_id}/invitation. */
export const createInvitationContract = defineContract({
  operationId: "createInvitation",
  method: "POST",
  path: COLLECTION,
  summary: "Invite someone",
  description: `Creates a link that works once, within seven days, and only for this address. ${DELIVERY} Callers cannot invite people to a role with more permissions than they have.`,
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
  description:
    "Lists invitations that were neither accepted nor revoked, newest first, without their links.",
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
  description: "Revokes an invitation. Its link stops working immediately.",
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
  description: `Creates a new link that works for another seven days; the earlier one stops working. ${DELIVERY}`,
  tag: "Members",
  permission: "members:write",
  params: ofInvitation,
  success: {
    status: 200,
    description: "The invitation with its new link.",
    schema: sentInvitationSchema,
  },
});
