import { ORGANIZATION, ofOrganization } from "@/lib/directory/organizations/contract";
import {
  listMembersQuerySchema,
  organizationMemberFieldsSchema,
  organizationMemberListSchema,
  organizationMemberSchema,
} from "@/lib/directory/organizations/schemas";
import { TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { externalIdSchema } from "@/lib/kernel/schemas/id-schema";

const MEMBERS = `${ORGANIZATION}/members` as const;
const MEMBER = `${MEMBERS}/{external_id}` as const;

const ofMember = ofOrganization.extend({
  external_id: externalIdSchema.meta({
    description:
      "The platform's id of the person, percent-encoded; our id for a person who has none.",
    example: "seller-4711",
  }),
});

/** GET organizations/{organization_id}/members. */
export const listDirectoryOrganizationMembersContract = definePlatformContract({
  operationId: "listDirectoryOrganizationMembers",
  method: "GET",
  path: MEMBERS,
  summary: "List an organization's members",
  description: "Lists the members of an organization.",
  tag: TAG,
  platformPermission: "directory:read",
  params: ofOrganization,
  query: listMembersQuerySchema,
  success: { status: 200, description: "A page of members.", schema: organizationMemberListSchema },
});

/** GET organizations/{organization_id}/members/{external_id}. */
export const getDirectoryOrganizationMemberContract = definePlatformContract({
  operationId: "getDirectoryOrganizationMember",
  method: "GET",
  path: MEMBER,
  summary: "Fetch an organization's member",
  description: "Returns one member of an organization.",
  tag: TAG,
  platformPermission: "directory:read",
  params: ofMember,
  success: { status: 200, description: "The member.", schema: organizationMemberSchema },
});

/** PUT organizations/{organization_id}/members/{external_id}. */
export const putDirectoryOrganizationMemberContract = definePlatformContract({
  operationId: "putDirectoryOrganizationMember",
  method: "PUT",
  path: MEMBER,
  summary: "Create or change an organization's member",
  description:
    "Creates the person if they are new. Fields that are not sent stay the same. The directory then manages the membership, also one that came from elsewhere. A lower role revokes secrets that the person has seen of clients with more permissions.",
  tag: TAG,
  platformPermission: "directory:write",
  params: ofMember,
  body: organizationMemberFieldsSchema,
  success: {
    status: 200,
    description: "The member, updated or unchanged.",
    created: "The new member.",
    schema: organizationMemberSchema,
  },
  errors: ["conflict"],
});

/** DELETE organizations/{organization_id}/members/{external_id}. */
export const removeDirectoryOrganizationMemberContract = definePlatformContract({
  operationId: "removeDirectoryOrganizationMember",
  method: "DELETE",
  path: MEMBER,
  summary: "End an organization's membership",
  description:
    "Ends the membership; the person stays. Their online tokens for the organization stop at once. Secrets that they have seen of clients with permissions in the organization are revoked. The directory may also remove the last owner.",
  tag: TAG,
  platformPermission: "directory:write",
  params: ofMember,
  success: { status: 200, description: "The former member.", schema: organizationMemberSchema },
});
