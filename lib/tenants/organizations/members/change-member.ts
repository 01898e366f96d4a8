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
import { changeMemberSchema, memberSchema } from "@/lib/tenants/organizations/members/schemas";
import { changeRole } from "@/lib/tenants/people/manage-members";
import { editOrganization } from "@/lib/tenants/people/people-editor";

/**
 * Changes a member's role.
 * @throws ServiceError as `changeRole`
 */
export const changeMember = operation({
  id: "changeMember",
  route: `PATCH ${MEMBER}`,
  access: organization("members:write"),
  summary: "Change a member's role",
  description: `Takes effect with the member's next request. ${LIMITS}`,
  tag: "Members",
  params: ofMember,
  body: changeMemberSchema,
  returns: json(memberSchema, "The changed member."),
  errors: ["conflict"],
  run({ params, body, caller, info }) {
    return transaction(async (tx) => {
      const origin = { info, revokeSecrets: body.revoke_secrets };
      const editor = await editOrganization(tx, caller, "members:write", origin);
      const member = await changeRole(editor, params.user_id, body.role);
      return { body: serializeMember(member) };
    });
  },
});
