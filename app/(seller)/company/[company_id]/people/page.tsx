import { type PageProps, titled } from "@/app/page-parts";
import { PeopleScreen } from "@/components/people/people-screen";
import {
  type PeopleTenant,
  presentInvitation,
  presentMember,
} from "@/components/people/people-views";
import { Hydrated } from "@/components/shell/hydrated";
import { firstValue, pageNumber } from "@/lib/core/http/search-params";
import { perform } from "@/lib/operation/perform";
import { listPeople } from "@/lib/tenants/companies/people/people";
import { requireCompanyMember } from "@/lib/tenants/companies/require-company-member";
import { isPeopleNotice } from "@/lib/tenants/people/values";

export const generateMetadata = titled("people.titles.company");

/** The people of a seller company; owners and admins invite, change and remove them. */
export default async function PeoplePage(props: PageProps<"company_id">) {
  const { company_id: id } = await props.params;
  const path = `/company/${id}/people`;
  const caller = await requireCompanyMember(id, path);
  const { session, company } = caller;
  const searchParams = await props.searchParams;
  const page = pageNumber(searchParams);
  const notice = firstValue(searchParams, "notice");
  const { members, total, invitations, within } = await perform(listPeople, {
    caller,
    query: { page },
  });
  const tenant: PeopleTenant = { kind: "company", id, name: company.name, path, roles: within };
  const viewer = { userId: session.userId, mayLeave: company.status !== "closed" };
  return (
    <Hydrated namespaces={["people"]}>
      <PeopleScreen
        tenant={tenant}
        people={[
          ...(page === 1 ? invitations : []).map((row) => presentInvitation(row, tenant)),
          ...members.map((row) => presentMember(row, tenant, viewer)),
        ]}
        page={page}
        total={total}
        notice={isPeopleNotice(notice) ? notice : null}
      />
    </Hydrated>
  );
}
