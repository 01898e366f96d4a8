import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  DELIVERY,
  INVITATION,
  ofInvitation,
  sendInvitation,
} from "@/lib/tenants/organizations/invitations/invitation";
import { sentInvitationSchema } from "@/lib/tenants/organizations/invitations/schemas";
import { newInvitationLink, resend } from "@/lib/tenants/people/manage-invitations";
import { editOrganization } from "@/lib/tenants/people/people-editor";

/**
 * Creates a new link for an invitation and sends it. From now on the caller counts as its sender.
 * @throws ServiceError not_found; forbidden for a role above the caller's, since the caller may see the link
 */
export const resendInvitation = operation({
  id: "resendInvitation",
  route: `POST ${INVITATION}/resend`,
  access: organization("members:write"),
  summary: "Send an invitation again",
  description: `Creates a new link that works for another seven days; the earlier one stops working. ${DELIVERY}`,
  tag: "Members",
  params: ofInvitation,
  returns: json(sentInvitationSchema, "The invitation with its new link."),
  async run({ params, caller, locale, info }) {
    const link = newInvitationLink();
    const row = await transaction(async (tx) => {
      const editor = await editOrganization(tx, caller, "members:write", { info });
      return resend(editor, params.invitation_id, link);
    });
    return { body: await sendInvitation(caller.organizationId, row, link, locale) };
  },
});
