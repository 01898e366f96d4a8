import { defineContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";
import { ORGANIZATION_PATH, ofOrganization } from "@/lib/organizations/contract";
import {
  changeMemberSchema,
  endMembershipQuerySchema,
  listMembersQuerySchema,
  memberListSchema,
  memberSchema,
} from "@/lib/organizations/members/schemas";

const COLLECTION = `${ORGANIZATION_PATH}/member` as const;
const MEMBER = `${COLLECTION}/{user_id}` as const;

const ofMember = ofOrganization.extend({
  user_id: idSchema.meta({ description: "Id of the person." }),
});

const LIMITS =
  "Callers cannot grant or remove a role with more permissions than they have, and the last owner cannot be changed or removed. Memberships that the platform manages (`source`) are changed in its directory, not here. If the person has seen secrets of clients with more permissions than they will have, `revoke_secrets=true` revokes those secrets; without it, the request fails with 409 and the error names them.";

/** GET organization/{organization_id}/member. */
export const listMembersContract = defineContract({
  operationId: "listMembers",
  method: "GET",
  path: COLLECTION,
  summary: "List members",
  description: "Lists the organization's members, oldest membership first.",
  tag: "Members",
  permission: "members:read",
  params: ofOrganization,
  query: listMembersQuerySchema,
  success: { status: 200, description: "A page of members.", schema: memberListSchema },
});

/** PATCH organization/{organization_id}/member/{user_id}. */
export const changeMemberContract = defineContract({
  operationId: "changeMember",
  method: "PATCH",
  path: MEMBER,
  summary: "Change a member's role",
  description: `Takes effect with the member's next request. ${LIMITS}`,
  tag: "Members",
  permission: "members:write",
  params: ofMember,
  body: changeMemberSchema,
  success: { status: 200, description: "The changed member.", schema: memberSchema },
  errors: ["conflict"],
});

/** DELETE organization/{organization_id}/member/{user_id}. */
export const removeMemberContract = defineContract({
  operationId: "removeMember",
  method: "DELETE",
  path: MEMBER,
  summary: "Remove a member",
  description: `The person immediately loses access to the organization. Their account stays, and invitations they sent are revoked. ${LIMITS}`,
  tag: "Members",
  permission: "members:write",
  params: ofMember,
  query: endMembershipQuerySchema,
  success: { status: 200, description: "The removed member.", schema: memberSchema },
  errors: ["conflict"],
});

/** DELETE organization/{organization_id}/membership. */
export const leaveOrganizationContract = defineContract({
  operationId: "leaveOrganization",
  method: "DELETE",
  path: `${ORGANIZATION_PATH}/membership`,
  summary: "Leave the organization",
  description:
    "Ends the signed-in person's own membership. The last owner cannot leave, and neither can a person whose membership the platform manages. If the person has seen secrets of clients whose scopes include permissions, `revoke_secrets=true` revokes those secrets; without it, the request fails with 409 and the error names them. Access tokens have no membership and are rejected.",
  tag: "Members",
  permission: "members:read",
  params: ofOrganization,
  query: endMembershipQuerySchema,
  success: { status: 200, description: "The member who left.", schema: memberSchema },
  errors: ["conflict"],
});
