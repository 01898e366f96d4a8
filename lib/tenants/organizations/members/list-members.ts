import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { COLLECTION, serializeMember } from "@/lib/tenants/organizations/members/member";
import {
  listMembersQuerySchema,
  memberListSchema,
} from "@/lib/tenants/organizations/members/schemas";
import { ofOrganization } from "@/lib/tenants/organizations/organization";
import { listMemberRows, type MemberRow } from "@/lib/tenants/people/member-rows";

/**
 * Lists a page of the members of the caller's organization.
 * @throws ServiceError forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export const listMembers = operation({
  id: "listMembers",
  route: `GET ${COLLECTION}`,
  access: organization("members:read"),
  summary: "List members",
  description: "Lists the organization's members, oldest membership first.",
  tag: "Members",
  params: ofOrganization,
  query: listMembersQuerySchema,
  returns: json(memberListSchema, "A page of members."),
  async run({ query, caller }) {
    const { organizationId: id } = caller;
    const list: PagedList<MemberRow<"organization">> = {
      name: `members:${id}`,
      positionOf: ({ userId, createdAt }) => ({ id: userId, value: createdAt.toISOString() }),
      read: (part) => listMemberRows({ kind: "organization", id }, part),
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map(serializeMember), page } };
  },
});
