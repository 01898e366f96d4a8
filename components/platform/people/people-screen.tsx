"use client";

import { useTranslations } from "next-intl";
import { peopleQuery } from "@/lib/api/client/platform-queries";
import type { UserResponse } from "@/lib/platform/users/schemas";
import { RowLink } from "../../list/row-link";
import { Badge } from "../../ui/badge";
import { sinceColumn, statusColumn } from "../common-columns";
import { type ListPageProps, ListScreen } from "../list-screen";
import { useObjectActions } from "../object-actions";
import { idOf, nameOf } from "./person-words";

/** The people of the installation. */
export function PeopleScreen(props: ListPageProps) {
  const t = useTranslations("platform.people");
  const listed = useTranslations("platform.list");

  const actions = useObjectActions();

  return (
    <ListScreen
      {...props}
      title={t("title")}
      description={t("description")}
      empty={{ title: t("empty"), next: t("emptyNext") }}
      searchLabel={t("search")}
      statuses={["active", "deactivated"]}
      choices={[
        {
          name: "memberships",
          label: t("memberships.title"),
          everything: t("memberships.all"),
          options: [{ value: "none", label: t("memberships.without") }],
        },
      ]}
      query={peopleQuery(props.state)}
      columns={[
        {
          key: "name",
          label: t("name"),
          cell: (person) => <NameCell {...person} />,
        },
        {
          key: "id",
          label: t("id"),
          width: "sm:w-56",
          from: "lg",
          phone: "none",
          cell: (person) => <code className="font-mono text-xs">{idOf(person)}</code>,
        },
        statusColumn(listed("status")),
        sinceColumn(listed("since")),
      ]}
      idOf={({ user_id: id }) => id}
      nameOf={nameOf}
      actionsOf={props.mayWrite ? actions.person : () => []}
    />
  );
}

function NameCell(person: UserResponse) {
  const roles = useTranslations("shell.roles");
  return (
    <div className="flex min-w-0 items-baseline gap-x-2">
      <RowLink href={`/platform/people/${person.user_id}`}>
        <bdi className="truncate font-semibold">{nameOf(person)}</bdi>
      </RowLink>
      <bdi className="truncate text-muted">{person.email}</bdi>
      {person.operator_role ? <Badge tone="info">{roles(person.operator_role)}</Badge> : null}
    </div>
  );
}
