import { useTranslations } from "next-intl";
import { type ListColumn, ListTable } from "../list/list-table";
import { Badge } from "../ui/badge";
import { PageHeader } from "../ui/page-header";
import { Pagination } from "../ui/pagination";
import { Panel } from "../ui/panel";
import { RelativeTime, Timestamp } from "../ui/timestamp";
import { InvitationList } from "./invitation-list";
import { InviteForm } from "./invite-form";
import { MemberActions } from "./member-actions";
import type { InvitationView, MemberView, Role } from "./member-views";

/** Members on a page of the list. */
export const MEMBER_PAGE_SIZE = 50;

interface MembersScreenProps {
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

interface MemberTableProps {
  organizationId: string;
  members: readonly MemberView[];
  /** Roles that the viewer may assign. */
  roles: readonly Role[];
}

/** The members of one page of the list. */
function MemberTable({ organizationId, members, roles }: MemberTableProps) {
  const t = useTranslations("members.table");
  const roleName = useTranslations("shell.roles");
  const columns: ListColumn<MemberView>[] = [
    {
      key: "name",
      label: t("name"),
      cell: (member) => <NameCell {...member} />,
    },
    { key: "role", label: t("role"), width: "sm:w-28", cell: ({ role }) => roleName(role) },
    {
      key: "second_factor",
      label: t("factor"),
      width: "sm:w-32",
      from: "md",
      cell: ({ hasSecondFactor }) =>
        hasSecondFactor ? <Badge tone="success">{t("on")}</Badge> : <Badge>{t("off")}</Badge>,
    },
    {
      key: "last_signed_in",
      label: t("lastSignIn"),
      width: "sm:w-28",
      cell: ({ lastSignedInAt }) =>
        lastSignedInAt ? (
          <RelativeTime value={lastSignedInAt} />
        ) : (
          <span className="text-muted">{t("noSignIn")}</span>
        ),
    },
    {
      key: "since",
      label: t("since"),
      width: "sm:w-28",
      from: "lg",
      phone: "none",
      cell: ({ since }) => <Timestamp value={since} day />,
    },
    {
      key: "actions",
      label: t("actions"),
      heading: <span className="sr-only">{t("actions")}</span>,
      width: "sm:w-15",
      phone: "end",
      cell: (member) => (
        <MemberActions organizationId={organizationId} member={member} roles={roles} />
      ),
    },
  ];
  return (
    <ListTable
      caption={t("caption")}
      columns={columns}
      rows={members}
      rowKey={({ userId }) => userId}
    />
  );
}

function NameCell({ name, email, emailVerified, isSelf, isManaged }: MemberView) {
  const t = useTranslations("members.table");
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      <bdi className="max-w-3/5 shrink-0 truncate font-semibold">{name}</bdi>
      {isSelf ? <Badge tone="info">{t("you")}</Badge> : null}
      {isManaged ? <Badge>{t("managed")}</Badge> : null}
      <bdi className="truncate text-muted">{email}</bdi>
      {emailVerified || isManaged ? null : <Badge tone="warning">{t("unverified")}</Badge>}
    </span>
  );
}
