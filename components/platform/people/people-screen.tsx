"use client";

import { useTranslations } from "next-intl";
import { peopleQuery } from "@/lib/api/client/platform-queries";
import type { UserResponse } from "@/lib/platform/users/schemas";
import { type ListPageProps, ListScreen, listWords } from "../../list/list-screen";
import { Badge } from "../../ui/badge";
import { StatusBadge, useColumns } from "../columns";
import { useObjectActions } from "../object-actions";
import { idOf, nameOf } from "../objects";

/** The people of the installation. */
export function PeopleScreen(props: ListPageProps) {
  const t = useTranslations("platform.people");
  const roles = useTranslations("shell.roles");
  const columns = useColumns<UserResponse>();
  const actions = useObjectActions();
  return (
    <ListScreen
      {...props}
      {...listWords(t)}
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
        columns.object("person", (person) => ({
          id: person.user_id,
          name: nameOf(person),
          beside: (
            <>
              <bdi className="truncate text-muted">{person.email}</bdi>
              {person.operator_role ? (
                <Badge tone="info">{roles(person.operator_role)}</Badge>
              ) : null}
              <StatusBadge status={person.status} />
            </>
          ),
        })),
        {
          key: "id",
          label: t("id"),
          width: "sm:w-56",
          from: "lg",
          phone: "none",
          cell: (person) => <code className="font-mono text-xs">{idOf(person)}</code>,
        },
        columns.since((person) => person.created_at),
      ]}
      idOf={({ user_id: id }) => id}
      nameOf={nameOf}
      actionsOf={props.mayWrite ? actions.person : () => []}
    />
  );
}
