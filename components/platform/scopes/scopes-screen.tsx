"use client";

import { useTranslations } from "next-intl";
import { scopesQuery } from "@/lib/api/client/platform-queries";
import { Badge } from "../../ui/badge";
import { type ListPageProps, ListScreen } from "../list-screen";
import { ScopeDialog, type ScopeDialogProps } from "./scope-dialog";

export type ScopesScreenProps = ListPageProps & Pick<ScopeDialogProps, "languages">;

/** The catalogue of scopes. */
export function ScopesScreen({ languages, ...props }: ScopesScreenProps) {
  const t = useTranslations("platform.scopes");
  return (
    <ListScreen
      {...props}
      title={t("title")}
      description={t("description")}
      empty={{ title: t("empty"), next: t("emptyNext") }}
      searchLabel={t("search")}
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
              <bdi className="text-muted">{sentence}</bdi>
            </div>
          ),
        },
        {
          key: "group",
          label: t("table.group"),
          width: "sm:w-32",
          from: "md",
          cell: ({ group }) => <bdi>{group}</bdi>,
        },
        {
          key: "access",
          label: t("table.access"),
          width: "sm:w-24",
          cell: ({ access }) => t(`access.${access}`),
        },
        {
          key: "risk",
          label: t("table.risk"),
          width: "sm:w-28",
          cell: ({ risk }) => t(`risk.${risk}`),
        },
        {
          key: "state",
          label: t("table.state"),
          width: "sm:w-40",
          from: "md",
          cell: ({ restricted, deprecated }) => (
            <span className="flex flex-wrap gap-1">
              {restricted ? <Badge tone="warning">{t("restricted")}</Badge> : null}
              {deprecated ? <Badge>{t("deprecated")}</Badge> : null}
              {restricted || deprecated ? null : <span className="text-muted">{t("open")}</span>}
            </span>
          ),
        },
      ]}
      idOf={({ name }) => name}
      nameOf={({ name }) => name}
      actionsOf={(scope) =>
        props.mayWrite
          ? [
              {
                key: "edit",
                label: t("edit.open"),
                ask: (dialog) => <ScopeDialog before={scope} languages={languages} {...dialog} />,
              },
            ]
          : []
      }
      create={{
        label: t("create"),
        ask: (dialog) => <ScopeDialog before={null} languages={languages} {...dialog} />,
      }}
    />
  );
}
