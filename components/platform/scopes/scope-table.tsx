import { useTranslations } from "next-intl";
import type { DirectoryScope } from "@/lib/directory/scopes/schemas";
import { Badge } from "../../ui/badge";
import { type Column, DataTable } from "../../ui/data-table";
import { RowButton } from "../row-button";

export interface ScopeTableProps {
  scopes: readonly DirectoryScope[];
  /** Null for people who may only look. */
  onEdit: ((scope: DirectoryScope) => void) | null;
}

/** Scopes of one page of the catalogue. */
export function ScopeTable({ scopes, onEdit }: ScopeTableProps) {
  const t = useTranslations("platform.scopes");
  const columns: Column<DirectoryScope>[] = [
    {
      key: "name",
      label: t("table.name"),
      className: "min-w-48",
      cell: ({ name, title, sentence }) => (
        <div className="grid min-w-0 gap-0.5">
          <code className="wrap-anywhere font-mono font-semibold text-sm">{name}</code>
          <bdi className="wrap-anywhere">{title}</bdi>
          <bdi className="wrap-anywhere text-muted text-sm">{sentence}</bdi>
        </div>
      ),
    },
    { key: "group", label: t("table.group"), cell: ({ group }) => <bdi>{group}</bdi> },
    { key: "access", label: t("table.access"), cell: ({ access }) => t(`access.${access}`) },
    { key: "risk", label: t("table.risk"), cell: ({ risk }) => t(`risk.${risk}`) },
    {
      key: "state",
      label: t("table.state"),
      cell: ({ restricted, deprecated }) => (
        <span className="flex flex-wrap gap-1">
          {restricted ? <Badge tone="warning">{t("restricted")}</Badge> : null}
          {deprecated ? <Badge>{t("deprecated")}</Badge> : null}
          {restricted || deprecated ? null : <span className="text-muted">{t("open")}</span>}
        </span>
      ),
    },
  ];
  if (onEdit) {
    columns.push({
      key: "actions",
      label: t("table.actions"),
      heading: <span className="sr-only">{t("table.actions")}</span>,
      cell: (scope) => (
        <div className="flex sm:justify-end">
          <RowButton name={scope.name} onClick={() => onEdit(scope)}>
            {t("edit.open")}
          </RowButton>
        </div>
      ),
    });
  }
  return (
    <DataTable caption={t("title")} columns={columns} rows={scopes} rowKey={({ name }) => name} />
  );
}
