import { type PageProps, titled } from "@/app/page-parts";
import { PeopleScreen } from "@/components/people/people-screen";
import {
  type PeopleTenant,
  presentInvitation,
  presentMember,
} from "@/components/people/people-views";
import { Hydrated } from "@/components/shell/hydrated";
import { pageNumber } from "@/lib/core/http/search-params";
import { totalOf } from "@/lib/core/schemas/total-of";
import { requireOrganizationMember } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { rolesOfCaller } from "@/lib/tenants/membership/tenants";
import { listInvitations, listMembers } from "@/lib/tenants/organizations/members/members";
import { getOrganization } from "@/lib/tenants/organizations/organization";
import { MAX_OPEN_INVITATIONS, PEOPLE_PAGE_SIZE } from "@/lib/tenants/people/values";

export const generateMetadata = titled("people.titles.organization");

/** The members of an organization and its open invitations. */
export default async function MembersPage(props: PageProps<"organization_id">) {
  const { organization_id: id } = await props.params;
  const page = pageNumber(await props.searchParams);
  const path = `/organization/${id}/members`;
  const { caller } = await requireOrganizationMember(id, path);
  const [{ body: organization }, members, invitations] = await Promise.all([
    perform(getOrganization, { caller }),
    perform(listMembers, { caller, query: { page_no: page, page_size: PEOPLE_PAGE_SIZE } }),
    perform(listInvitations, { caller, query: { page_no: 1, page_size: MAX_OPEN_INVITATIONS } }),
  ]);
  const tenant: PeopleTenant = {
    kind: "organization",
    id,
    name: organization.name,
    path,
    roles: rolesOfCaller(caller),
  };
  const viewer = { userId: caller.userId, mayLeave: true };
  return (
    <Hydrated namespaces={["people"]}>
      <PeopleScreen
        tenant={tenant}
        people={[
          ...(page === 1 ? invitations.body.items : []).map((row) =>
            presentInvitation(row, tenant),
          ),
          ...members.body.items.map((row) => presentMember(row, tenant, viewer)),
        ]}
        page={page}
        total={totalOf(members.body.page)}
      />
    </Hydrated>
  );
}
