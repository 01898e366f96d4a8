import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { presentInvitation, presentMember } from "@/components/members/member-views";
import { MEMBER_PAGE_SIZE, MembersScreen } from "@/components/members/members-screen";
import { ClientMessages } from "@/components/shell/client-messages";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { totalOf } from "@/lib/core/schemas/total-of";
import { requireOrganizationMember } from "@/lib/identity/sessions/require-member";
import { perform } from "@/lib/operation/perform";
import { MAX_OPEN_INVITATIONS } from "@/lib/tenants/invitations/invitation";
import { listInvitations } from "@/lib/tenants/organizations/invitations/list-invitations";
import { listMembers } from "@/lib/tenants/organizations/members/list-members";
import { rolesWithin } from "@/lib/tenants/organizations/members/role-authority";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("members");
  return { title: t("title") };
}

/** The members of an organization and its open invitations. */
export default async function MembersPage(props: {
  params: Promise<{ organization_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { organization_id: organizationId } = await props.params;
  const requestedPage = Number(firstValue(await props.searchParams, "page"));
  const page =
    Number.isInteger(requestedPage) && requestedPage > 0 && requestedPage < 1_000_000
      ? requestedPage
      : 1;
  const path = `/organization/${organizationId}/members`;
  const { caller } = await requireOrganizationMember(organizationId, path);
  const [members, invitations] = await Promise.all([
    perform(listMembers, { caller, query: { page_no: page, page_size: MEMBER_PAGE_SIZE } }),
    perform(listInvitations, { caller, query: { page_no: 1, page_size: MAX_OPEN_INVITATIONS } }),
  ]);
  const roles = rolesWithin(caller);
  return (
    <ClientMessages namespaces={["members"]}>
      <MembersScreen
        organizationId={organizationId}
        members={members.body.items.map((row) => presentMember(row, caller.userId, roles))}
        page={page}
        total={totalOf(members.body.page)}
        invitations={invitations.body.items.map((row) => presentInvitation(row, roles))}
        roles={roles}
      />
    </ClientMessages>
  );
}
