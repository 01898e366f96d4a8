import { useTranslations } from "next-intl";
import { PEOPLE_PAGE_SIZE, type PeopleNotice } from "@/lib/tenants/people/values";
import { FilteredList } from "../list/filtered-list";
import { type ListColumn, ListTable } from "../list/list-table";
import { Badge } from "../ui/badge";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { InviteButton, PersonActions } from "./people-actions";
import {
  type InvitationView,
  isInvitation,
  type MemberView,
  type PeopleTenant,
  type PersonView,
} from "./people-views";
import { ShowSent } from "./sent-notice";

interface PeopleScreenProps {
  tenant: PeopleTenant;
  /** Open invitations first, then members. */
  people: readonly PersonView[];
  page: number;
  total: number;
  notice?: PeopleNotice | null;
}

const DONE = new Set<PeopleNotice>(["invited", "invitation_revoked", "role_changed", "removed"]);

/** The people of a company or organization and the open invitations. A company's works without JavaScript. */
export function PeopleScreen({ tenant, people, page, total, notice }: PeopleScreenProps) {
  const t = useTranslations("people");
  const notices = useTranslations("people.notices");
  const { kind, name, path, roles } = tenant;
  return (
    <ShowSent>
      <PageHeader
        title={t(`titles.${kind}`)}
        description={t.rich("description", { kind, name: () => <bdi>{name}</bdi> })}
        actions={roles.length > 0 ? <InviteButton tenant={tenant} /> : null}
      />
      {notice ? (
        <Notice
          tone={DONE.has(notice) ? "success" : "error"}
          title={notices(`${notice}.title`)}
          next={notices(`${notice}.next`)}
          live
        />
      ) : null}
      <Panel padded={false}>
        <FilteredList
          path={path}
          state={{ page }}
          pages={{ total, size: PEOPLE_PAGE_SIZE, noun: t("noun", { kind, count: total }) }}
          nothingYet={null}
        >
          <PeopleTable tenant={tenant} people={people} />
        </FilteredList>
      </Panel>
    </ShowSent>
  );
}

/** A page of the people of a company or organization; open invitations are rows, too. */
function PeopleTable(props: { tenant: PeopleTenant; people: readonly PersonView[] }) {
  const { tenant, people } = props;
  const t = useTranslations("people.table");
  const roleName = useTranslations("shell.roles");
  const secondFactor: ListColumn<PersonView> = {
    key: "second_factor",
    label: t("factor"),
    width: "sm:w-32",
    from: "md",
    phone: "none",
    cell: (person) =>
      isInvitation(person) ? null : (
        <Badge tone={person.has_second_factor ? "success" : "neutral"}>
          {t(person.has_second_factor ? "on" : "off")}
        </Badge>
      ),
  };
  const columns: ListColumn<PersonView>[] = [
    {
      key: "name",
      label: t("name"),
      cell: (person) =>
        isInvitation(person) ? <InvitedCell {...person} /> : <MemberCell {...person} />,
    },
    { key: "role", label: t("role"), width: "sm:w-28", cell: ({ role }) => roleName(role) },
    ...(tenant.kind === "organization" ? [secondFactor] : []),
    {
      key: "last_signed_in",
      label: t("lastSignIn"),
      width: "sm:w-36",
      cell: (person) =>
        isInvitation(person) ? (
          <Expiry {...person} />
        ) : (
          <Timestamp value={person.last_signed_in_at} otherwise={t("noSignIn")} />
        ),
    },
    {
      key: "since",
      label: t("since"),
      width: "sm:w-28",
      from: "lg",
      phone: "none",
      cell: ({ created_at: since }) => <Timestamp value={since} />,
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

function MemberCell(member: MemberView) {
  const { name, email, email_verified: isVerified, isSelf, isManaged } = member;
  const t = useTranslations("people.table");
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      <bdi className="max-w-3/5 shrink-0 truncate font-semibold">{name}</bdi>
      {isSelf ? <Badge tone="info">{t("you")}</Badge> : null}
      {isManaged ? <Badge>{t("managed")}</Badge> : null}
      <bdi className="truncate text-muted">{email}</bdi>
      {email === null || isVerified || isManaged ? null : (
        <Badge tone="warning">{t("unverified")}</Badge>
      )}
    </span>
  );
}

function InvitedCell({ email, invited_by: invitedBy, expired }: InvitationView) {
  const t = useTranslations("people.table");
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      <bdi className="max-w-3/5 shrink-0 truncate font-semibold">{email}</bdi>
      <Badge tone={expired ? "warning" : "info"}>{t(expired ? "expired" : "invited")}</Badge>
      {invitedBy ? (
        <span className="truncate text-muted">
          {t.rich("invitedBy", { name: () => <bdi>{invitedBy}</bdi> })}
        </span>
      ) : null}
    </span>
  );
}

function Expiry({ expires_at: expiresAt, expired }: InvitationView) {
  const t = useTranslations("people.table");
  const time = () => <Timestamp value={expiresAt} />;
  return <span className="text-muted">{t.rich(expired ? "expiredAt" : "expires", { time })}</span>;
}
