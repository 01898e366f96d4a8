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
  "Nobody gives or takes a role that can do more than they can themselves. The last owner stays. Secrets that the person has seen, of clients that can do more than what they are left with, are revoked if `revoke_secrets` says so; otherwise the answer is 409 and names them.";

/** GET organization/{organization_id}/member. */
export const listMembersContract = defineContract({
  operationId: "listMembers",
  method: "GET",
  path: COLLECTION,
  summary: "List members",
  description: "People of the organization, those who came first at the top.",
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
  description: `Counts from the member's next request. ${LIMITS}`,
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
  description: `The person loses the organization at once; their account stays, and invitations that they sent are revoked. ${LIMITS}`,
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
    "Ends the signed-in person's own membership. The last owner cannot leave. Secrets that the person has seen, of clients whose scopes carry permissions, are revoked if `revoke_secrets` says so; otherwise the answer is 409 and names them. A token has no membership and is refused.",
  tag: "Members",
  permission: "members:read",
  params: ofOrganization,
  query: endMembershipQuerySchema,
  success: { status: 200, description: "The member who left.", schema: memberSchema },
  errors: ["conflict"],
});
