import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { serializeMember } from "@/lib/tenants/organizations/members/member";
import {
  endMembershipQuerySchema,
  memberSchema,
} from "@/lib/tenants/organizations/members/schemas";
import { ORGANIZATION_PATH, ofOrganization } from "@/lib/tenants/organizations/organization";
import { leave } from "@/lib/tenants/people/manage-members";
import { editOrganization } from "@/lib/tenants/people/people-editor";

/**
 * Ends the caller's own membership, whatever their role.
 * @throws ServiceError forbidden for a token; conflict for the last owner, for a membership that the platform manages, and
 * for secrets whose revocation was not confirmed
 */
export const leaveOrganization = operation({
  id: "leaveOrganization",
  route: `DELETE ${ORGANIZATION_PATH}/membership`,
  access: organization("members:read"),
  summary: "Leave the organization",
  description:
    "Ends the signed-in person's own membership. The last owner cannot leave, and neither can a person whose membership the platform manages. If the person has seen secrets of clients whose scopes include permissions, `revoke_secrets=true` revokes those secrets; without it, the request fails with 409 and the error names them. Access tokens have no membership and are rejected.",
  tag: "Members",
  params: ofOrganization,
  query: endMembershipQuerySchema,
  returns: json(memberSchema, "The member who left."),
  errors: ["conflict"],
  async run({ query, caller, info }) {
    if (caller.kind === "client" || caller.through) {
      throw new ServiceError(
        "forbidden",
        "Only a signed-in person can leave; access tokens have no membership.",
      );
    }
    return transaction(async (tx) => {
      const origin = { info, revokeSecrets: query.revoke_secrets === "true" };
      const editor = await editOrganization(tx, caller, "members:read", origin);
      return { body: serializeMember(await leave(editor, caller.userId)) };
    });
  },
});
