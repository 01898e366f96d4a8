import { useTranslations } from "next-intl";
import type { UserResponse } from "@/lib/directory/users/schemas";
import { Badge } from "../../ui/badge";
import { type Column, DataTable } from "../../ui/data-table";
import { Timestamp } from "../../ui/timestamp";
import { RowButton } from "../row-button";
import { StatusBadge } from "../status-badge";
import type { PersonAction } from "./people-screen";
import { idOf, nameOf } from "./person-words";

export interface PersonTableProps {
  people: readonly UserResponse[];
  /** False for people who may only look. */
  mayWrite: boolean;
  onAsk: (action: PersonAction, person: UserResponse) => void;
}

/** People of one page of the list. */
export function PersonTable({ people, mayWrite, onAsk }: PersonTableProps) {
  const t = useTranslations("platform.people");
  const actionsOf = (person: UserResponse): PersonAction[] =>
    mayWrite && !person.operator_role
      ? ["memberships", person.status === "active" ? "deactivate" : "activate", "erase"]
      : ["memberships"];
  const columns: Column<UserResponse>[] = [
    {
      key: "name",
      label: t("table.name"),
      className: "min-w-48",
      cell: (person) => <NameCell {...person} />,
    },
    {
      key: "id",
      label: t("table.id"),
      cell: (person) => <code className="wrap-anywhere font-mono text-sm">{idOf(person)}</code>,
    },
    {
      key: "status",
      label: t("table.status"),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: "since",
      label: t("table.since"),
      className: "text-sm",
      cell: ({ created_at: since }) => <Timestamp value={since} day />,
    },
    {
      key: "actions",
      label: t("table.actions"),
      heading: <span className="sr-only">{t("table.actions")}</span>,
      cell: (person) => (
        <div className="flex flex-wrap gap-2 sm:justify-end lg:flex-nowrap">
          {actionsOf(person).map((action) => (
            <RowButton key={action} name={nameOf(person)} onClick={() => onAsk(action, person)}>
              {t(`${action}.open`)}
            </RowButton>
          ))}
        </div>
      ),
    },
  ];
  return (
    <DataTable
      caption={t("title")}
      columns={columns}
      rows={people}
      rowKey={({ user_id: id }) => id}
    />
  );
}

function NameCell(person: UserResponse) {
  const roles = useTranslations("shell.roles");
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        <bdi className="wrap-anywhere">{nameOf(person)}</bdi>
        {person.operator_role ? <Badge tone="info">{roles(person.operator_role)}</Badge> : null}
      </span>
      <span className="wrap-anywhere text-muted text-sm">
        <bdi>{person.email}</bdi>
      </span>
    </div>
  );
}
