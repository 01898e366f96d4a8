import { useTranslations } from "next-intl";
import { Badge } from "../ui/badge";
import { type Column, DataTable } from "../ui/data-table";
import { Timestamp } from "../ui/timestamp";
import { MemberActions } from "./member-actions";
import type { MemberView, Role } from "./member-views";

export interface MemberTableProps {
  organizationId: string;
  members: readonly MemberView[];
  /** Roles that the viewer may assign. */
  roles: readonly Role[];
}

/** The members of one page of the list. */
export function MemberTable({ organizationId, members, roles }: MemberTableProps) {
  const t = useTranslations("members.table");
  const roleName = useTranslations("shell.roles");
  const columns: Column<MemberView>[] = [
    {
      key: "name",
      label: t("name"),
      className: "wrap-anywhere min-w-48",
      cell: (member) => <NameCell {...member} />,
    },
    { key: "role", label: t("role"), cell: ({ role }) => roleName(role) },
    {
      key: "second_factor",
      label: t("factor"),
      cell: ({ hasSecondFactor }) =>
        hasSecondFactor ? <Badge tone="success">{t("on")}</Badge> : <Badge>{t("off")}</Badge>,
    },
    {
      key: "last_signed_in",
      label: t("lastSignIn"),
      className: "text-sm",
      cell: ({ lastSignedInAt }) =>
        lastSignedInAt ? (
          <Timestamp value={lastSignedInAt} />
        ) : (
          <span className="text-muted">{t("noSignIn")}</span>
        ),
    },
    {
      key: "since",
      label: t("since"),
      className: "text-sm",
      cell: ({ since }) => <Timestamp value={since} day />,
    },
    {
      key: "actions",
      label: t("actions"),
      heading: <span className="sr-only">{t("actions")}</span>,
      cell: (member) => (
        <MemberActions organizationId={organizationId} member={member} roles={roles} />
      ),
    },
  ];
  return (
    <DataTable
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
    <div className="grid min-w-0 gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        <bdi>{name}</bdi>
        {isSelf ? <Badge tone="info">{t("you")}</Badge> : null}
        {isManaged ? <Badge>{t("managed")}</Badge> : null}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
        {email}
        {emailVerified || isManaged ? null : <Badge tone="warning">{t("unverified")}</Badge>}
      </span>
    </div>
  );
}
