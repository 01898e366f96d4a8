import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  COLLECTION,
  serializeInvitation,
} from "@/lib/tenants/organizations/invitations/invitation";
import {
  invitationListSchema,
  listInvitationsQuerySchema,
} from "@/lib/tenants/organizations/invitations/schemas";
import { ofOrganization } from "@/lib/tenants/organizations/organization";
import { listInvitationRows } from "@/lib/tenants/people/invitation-rows";
import type { InvitationRow } from "@/lib/tenants/people/tenant";

/**
 * Lists a page of the open invitations of the caller's organization.
 * @throws ServiceError forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export const listInvitations = operation({
  id: "listInvitations",
  route: `GET ${COLLECTION}`,
  access: organization("members:read"),
  summary: "List invitations",
  description:
    "Lists invitations that were neither accepted nor revoked, newest first, without their links.",
  tag: "Members",
  params: ofOrganization,
  query: listInvitationsQuerySchema,
  returns: json(invitationListSchema, "A page of invitations."),
  async run({ query, caller }) {
    const { organizationId: id } = caller;
    const list: PagedList<InvitationRow<"organization">> = {
      name: `invitations:${id}`,
      positionOf: (row) => ({ id: row.id, value: row.createdAt.toISOString() }),
      read: (part) => listInvitationRows({ kind: "organization", id }, part),
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map(serializeInvitation), page } };
  },
});
