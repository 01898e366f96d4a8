import { useTranslations } from "next-intl";
import { PageHeader } from "../ui/page-header";
import { Pagination } from "../ui/pagination";
import { Panel } from "../ui/panel";
import { InvitationList } from "./invitation-list";
import { InviteForm } from "./invite-form";
import { MemberTable } from "./member-table";
import type { InvitationView, MemberView, Role } from "./member-views";

/** Members on a page of the list. */
export const MEMBER_PAGE_SIZE = 50;

export interface MembersScreenProps {
  organizationId: string;
  members: readonly MemberView[];
  /** Which page of the list, from 1. */
  page: number;
  /** Members over all pages. */
  total: number;
  invitations: readonly InvitationView[];
  /** Roles that the viewer may assign; empty for viewers who may not invite. */
  roles: readonly Role[];
}

/** The members of the organization, the pending invitations, and a form to invite someone. */
export function MembersScreen(props: MembersScreenProps) {
  const { organizationId, members, page, total, invitations, roles } = props;
  const t = useTranslations("members");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Panel padded={false}>
        <MemberTable organizationId={organizationId} members={members} roles={roles} />
        <Pagination
          page={page}
          pageSize={MEMBER_PAGE_SIZE}
          total={total}
          noun={t("noun", { count: total })}
          hrefOf={(other) => `/organization/${organizationId}/members?page=${other}`}
        />
      </Panel>
      {roles.length > 0 ? (
        <Panel title={t("invite.title")} description={t("invite.description")}>
          <InviteForm organizationId={organizationId} roles={roles} />
        </Panel>
      ) : null}
      {invitations.length > 0 ? (
        <Panel title={t("open.title")}>
          <InvitationList organizationId={organizationId} invitations={invitations} />
        </Panel>
      ) : null}
    </>
  );
}
