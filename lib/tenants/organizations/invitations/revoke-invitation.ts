import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  INVITATION,
  ofInvitation,
  serializeInvitation,
} from "@/lib/tenants/organizations/invitations/invitation";
import { invitationSchema } from "@/lib/tenants/organizations/invitations/schemas";
import { revoke } from "@/lib/tenants/people/manage-invitations";
import { editOrganization } from "@/lib/tenants/people/people-editor";

/**
 * Revokes the link of an invitation.
 * @throws ServiceError not_found; forbidden for a role above the caller's
 */
export const revokeInvitation = operation({
  id: "revokeInvitation",
  route: `DELETE ${INVITATION}`,
  access: organization("members:write"),
  summary: "Revoke an invitation",
  description: "Revokes an invitation. Its link stops working immediately.",
  tag: "Members",
  params: ofInvitation,
  returns: json(invitationSchema, "The revoked invitation."),
  run({ params, caller, info }) {
    return transaction(async (tx) => {
      const editor = await editOrganization(tx, caller, "members:write", { info });
      return { body: serializeInvitation(await revoke(editor, params.invitation_id)) };
    });
  },
});
