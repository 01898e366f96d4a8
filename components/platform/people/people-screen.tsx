"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import { peopleQuery } from "@/lib/api/client/platform-queries";
import type { UserResponse } from "@/lib/platform/users/schemas";
import { Badge } from "../../ui/badge";
import { ActionDialog } from "../action-dialog";
import { sinceColumn, statusColumn } from "../common-columns";
import { type ListPageProps, ListScreen } from "../list-screen";
import type { RowAction } from "../row-actions";
import { MembershipsDialog } from "./memberships-dialog";
import { idOf, nameOf } from "./person-words";

/** The status that each change sets. */
const CHANGES = { deactivate: "deactivated", activate: "active" } as const;

/** The people of the installation. */
export function PeopleScreen(props: ListPageProps) {
  const t = useTranslations("platform.people");
  const listed = useTranslations("platform.list");

  const memberships = (person: UserResponse): RowAction => ({
    key: "memberships",
    label: t("memberships.open"),
    ask: ({ close }) => <MembershipsDialog person={person} onClose={close} />,
  });
  const change = (kind: keyof typeof CHANGES, person: UserResponse): RowAction => ({
    key: "status",
    label: t(`${kind}.open`),
    ask: (dialog) => (
      <ActionDialog
        title={t(`${kind}.title`, { name: nameOf(person) })}
        submit={t(`${kind}.submit`)}
        isDangerous={kind === "deactivate"}
        onClose={dialog.close}
        onSubmit={async () => {
          const params = { external_id: idOf(person) };
          await call("putDirectoryUser", { params, body: { status: CHANGES[kind] } });
          dialog.done();
        }}
      >
        <p>{t(`${kind}.what`)}</p>
      </ActionDialog>
    ),
  });
  const erase = (person: UserResponse): RowAction => ({
    key: "erase",
    isFinal: true,
    label: t("erase.open"),
    ask: (dialog) => (
      <ActionDialog
        title={t("erase.title", { name: nameOf(person) })}
        submit={t("erase.submit")}
        isDangerous
        typed={nameOf(person)}
        onClose={dialog.close}
        onSubmit={async () => {
          const params = { external_id: idOf(person) };
          await call("eraseDirectoryUser", { params, query: { erase: "true" } });
          dialog.done();
        }}
      >
        <p>{t("erase.gone")}</p>
        <p>{t("erase.stays")}</p>
      </ActionDialog>
    ),
  });
  const actionsOf = (person: UserResponse): RowAction[] =>
    props.mayWrite && !person.operator_role
      ? [
          memberships(person),
          change(person.status === "active" ? "deactivate" : "activate", person),
          erase(person),
        ]
      : [memberships(person)];

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
          label: t("memberships.open"),
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
      actionsOf={actionsOf}
    />
  );
}

function NameCell(person: UserResponse) {
  const roles = useTranslations("shell.roles");
  return (
    <div className="flex min-w-0 items-baseline gap-x-2">
      <bdi className="truncate font-semibold">{nameOf(person)}</bdi>
      <bdi className="truncate text-muted">{person.email}</bdi>
      {person.operator_role ? <Badge tone="info">{roles(person.operator_role)}</Badge> : null}
    </div>
  );
}
