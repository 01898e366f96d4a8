import { useTranslations } from "next-intl";
import { type ListColumn, ListTable } from "../list/list-table";
import { Badge } from "../ui/badge";
import { RelativeTime, Timestamp } from "../ui/timestamp";
import { PersonActions } from "./people-actions";
import type { InvitationView, MemberView, PeopleTenant, PersonView } from "./people-views";

interface PeopleTableProps {
  tenant: PeopleTenant;
  people: readonly PersonView[];
}

/** A page of the people of a company or organization; open invitations are rows, too. */
export function PeopleTable({ tenant, people }: PeopleTableProps) {
  const t = useTranslations("people.table");
  const roleName = useTranslations("shell.roles");
  const secondFactor: ListColumn<PersonView> = {
    key: "second_factor",
    label: t("factor"),
    width: "sm:w-32",
    from: "md",
    phone: "none",
    cell: (person) =>
      person.invitation ? null : (
        <Badge tone={person.hasSecondFactor ? "success" : "neutral"}>
          {t(person.hasSecondFactor ? "on" : "off")}
        </Badge>
      ),
  };
  const columns: ListColumn<PersonView>[] = [
    {
      key: "name",
      label: t("name"),
      cell: (person) =>
        person.invitation ? <InvitedCell {...person} /> : <MemberCell {...person} />,
    },
    { key: "role", label: t("role"), width: "sm:w-28", cell: ({ role }) => roleName(role) },
    ...(tenant.kind === "organization" ? [secondFactor] : []),
    {
      key: "last_signed_in",
      label: t("lastSignIn"),
      width: "sm:w-36",
      cell: (person) => (person.invitation ? <Expiry {...person} /> : <LastSignIn {...person} />),
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
      cell: (person) => <PersonActions tenant={tenant} person={person} />,
    },
  ];
  return (
    <ListTable
      caption={t("caption", { kind: tenant.kind })}
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
    />
  );
}

function MemberCell({ name, email, emailVerified, isSelf, isManaged }: MemberView) {
  const t = useTranslations("people.table");
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      <bdi className="max-w-3/5 shrink-0 truncate font-semibold">{name}</bdi>
      {isSelf ? <Badge tone="info">{t("you")}</Badge> : null}
      {isManaged ? <Badge>{t("managed")}</Badge> : null}
      <bdi className="truncate text-muted">{email}</bdi>
      {email === null || emailVerified || isManaged ? null : (
        <Badge tone="warning">{t("unverified")}</Badge>
      )}
    </span>
  );
}

function InvitedCell({ email, invitation: { invitedBy, isExpired } }: InvitationView) {
  const t = useTranslations("people.table");
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      <bdi className="max-w-3/5 shrink-0 truncate font-semibold">{email}</bdi>
      {isExpired ? (
        <Badge tone="warning">{t("expired")}</Badge>
      ) : (
        <Badge tone="info">{t("invited")}</Badge>
      )}
      {invitedBy ? (
        <span className="truncate text-muted">
          {t.rich("invitedBy", { name: () => <bdi>{invitedBy}</bdi> })}
        </span>
      ) : null}
    </span>
  );
}

function Expiry({ invitation: { expiresAt, isExpired } }: InvitationView) {
  const t = useTranslations("people.table");
  return (
    <span className="text-muted">
      {t.rich(isExpired ? "expiredAt" : "expires", {
        time: () => <RelativeTime value={expiresAt} />,
      })}
    </span>
  );
}

function LastSignIn({ lastSignedInAt }: MemberView) {
  const t = useTranslations("people.table");
  return lastSignedInAt ? (
    <RelativeTime value={lastSignedInAt} />
  ) : (
    <span className="text-muted">{t("noSignIn")}</span>
  );
}
