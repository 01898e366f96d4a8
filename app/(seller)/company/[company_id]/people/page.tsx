import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PeopleScreen } from "@/components/people/people-screen";
import { presentOpenInvitation, presentPerson } from "@/components/people/people-views";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { perform } from "@/lib/operation/perform";
import { listPeople, PEOPLE_PAGE_SIZE } from "@/lib/tenants/companies/people/list-people";
import { isPeopleNotice } from "@/lib/tenants/companies/people/values";
import { requireCompanyMember } from "@/lib/tenants/companies/require-company-member";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("people");
  return { title: t("title") };
}

/** The people of a seller company; owners and admins invite, change and remove them. */
export default async function PeoplePage(props: {
  params: Promise<{ company_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { company_id: companyId } = await props.params;
  const path = `/company/${companyId}/people`;
  const caller = await requireCompanyMember(companyId, path);
  const { session, company } = caller;
  const query = await props.searchParams;
  const requestedPage = Number(firstValue(query, "page"));
  const page =
    Number.isInteger(requestedPage) && requestedPage > 0 && requestedPage < 1_000_000
      ? requestedPage
      : 1;
  const notice = firstValue(query, "notice");
  const { people, total, invitations, within } = await perform(listPeople, {
    caller,
    query: { page },
  });
  const viewer = { userId: session.userId, within, mayLeave: company.status !== "closed" };
  return (
    <PeopleScreen
      companyName={company.name}
      path={path}
      people={people.map((person) => presentPerson(person, viewer))}
      page={page}
      pageSize={PEOPLE_PAGE_SIZE}
      total={total}
      invitations={invitations.map((row) => presentOpenInvitation(row, within))}
      roles={within}
      notice={isPeopleNotice(notice) ? notice : null}
    />
  );
}
