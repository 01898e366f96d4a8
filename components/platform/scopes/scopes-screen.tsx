"use client";

import { useTranslations } from "next-intl";
import { scopesQuery } from "@/lib/api/client/platform-queries";
import type { DirectoryScope } from "@/lib/platform/scopes/schemas";
import { type ListPageProps, ListScreen, listWords } from "../../list/list-screen";
import { Badge } from "../../ui/badge";
import { useScopeActions } from "./scope-actions";

export interface ScopesScreenProps extends ListPageProps {
  /** Of pages other than English. */
  languages: readonly string[];
  /** Extensions that may request a scope, by its name. */
  users: Readonly<Record<string, number>>;
}

/** The catalogue of scopes. */
export function ScopesScreen({ languages, users, ...props }: ScopesScreenProps) {
  const t = useTranslations("platform.scopes");
  const actions = useScopeActions(languages);
  return (
    <ListScreen
      {...props}
      {...listWords(t)}
      query={scopesQuery(props.state)}
      columns={[
        {
          key: "name",
          label: t("table.name"),
          grows: true,
          cell: ({ name, title, sentence }) => (
            <div className="grid min-w-0 py-1.5">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <bdi className="wrap-anywhere font-semibold">{title}</bdi>
                <code className="wrap-anywhere font-mono text-muted text-sm">{name}</code>
              </span>
              <bdi className="wrap-anywhere text-muted text-sm">{sentence}</bdi>
            </div>
          ),
        },
        {
          key: "differs",
          label: t("table.differs"),
          width: "sm:w-48",
          cell: (scope) => <Differences {...scope} />,
        },
        {
          key: "users",
          label: t("table.users"),
          width: "sm:w-32",
          align: "end",
          cell: ({ name }) => (
            <span className="text-sm tabular-nums">{t("usedBy", { count: users[name] ?? 0 })}</span>
          ),
        },
      ]}
      groupOf={({ group }) => group}
      foldsGroups={!props.state.q}
      idOf={({ name }) => name}
      nameOf={({ name }) => name}
      actionsOf={(scope) => (props.mayWrite ? [actions.edit(scope)] : [])}
      create={actions.create}
    />
  );
}

/** What sets a scope apart from one that lets everyone view something of little or medium risk. */
function Differences({ access, risk, restricted, deprecated }: DirectoryScope) {
  const t = useTranslations("platform.scopes");
  return (
    <span className="flex flex-wrap gap-1">
      {access === "read" ? null : <Badge tone="info">{t(`access.${access}`)}</Badge>}
      {risk === "high" ? <Badge tone="danger">{t("highRisk")}</Badge> : null}
      {restricted ? <Badge tone="warning">{t("restricted")}</Badge> : null}
      {deprecated ? <Badge>{t("deprecated")}</Badge> : null}
    </span>
  );
}
