import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  LIMITS,
  MEMBER,
  ofMember,
  serializeMember,
} from "@/lib/tenants/organizations/members/member";
import {
  endMembershipQuerySchema,
  memberSchema,
} from "@/lib/tenants/organizations/members/schemas";
import { remove } from "@/lib/tenants/people/manage-members";
import { editOrganization } from "@/lib/tenants/people/people-editor";

/**
 * Removes a member from the organization. Their sessions stay valid but no longer give access to it.
 * @throws ServiceError as `remove`
 */
export const removeMember = operation({
  id: "removeMember",
  route: `DELETE ${MEMBER}`,
  access: organization("members:write"),
  summary: "Remove a member",
  description: `The person immediately loses access to the organization. Their account stays, and invitations they sent are revoked. ${LIMITS}`,
  tag: "Members",
  params: ofMember,
  query: endMembershipQuerySchema,
  returns: json(memberSchema, "The removed member."),
  errors: ["conflict"],
  run({ params, query, caller, info }) {
    return transaction(async (tx) => {
      const origin = { info, revokeSecrets: query.revoke_secrets === "true" };
      const editor = await editOrganization(tx, caller, "members:write", origin);
      return { body: serializeMember(await remove(editor, params.user_id)) };
    });
  },
});
