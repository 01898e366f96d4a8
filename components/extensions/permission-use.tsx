import { useFormatter, useTranslations } from "next-intl";
import { ListTable } from "../list/list-table";
import { Badge } from "../ui/badge";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import type { PermissionUse } from "./extension-views";

/** How an extension used each permission. */
export function PermissionUseTable({ use }: { use: readonly PermissionUse[] }) {
  const t = useTranslations("extensions.use");
  const format = useFormatter();
  return (
    <Panel title={t("title")} description={t("explanation")} padded={false}>
      {use.length === 0 ? (
        <EmptyState title={t("none")}>
          <p>{t("noneWhy")}</p>
        </EmptyState>
      ) : (
        <ListTable
          caption={t("caption")}
          rows={use}
          rowKey={({ scope }) => scope.name}
          columns={[
            {
              key: "scope",
              label: t("permission"),
              grows: true,
              cell: (row) => <Permission use={row} />,
            },
            {
              key: "calls",
              label: t("calls"),
              width: "sm:w-24 tabular-nums",
              align: "end",
              cell: ({ calls }) => format.number(calls),
            },
            {
              key: "last",
              label: t("lastUsed"),
              width: "sm:w-52",
              cell: ({ lastUsedAt }) =>
                lastUsedAt ? (
                  <Timestamp value={lastUsedAt} />
                ) : (
                  <span className="text-muted">{t("notUsed")}</span>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Permission({ use: { scope, allowed } }: { use: PermissionUse }) {
  const t = useTranslations("extensions.use");
  return (
    <div className="grid min-w-0 gap-1">
      {scope.known ? (
        scope.sentence
      ) : (
        <code className="font-mono text-muted text-sm">{scope.name}</code>
      )}
      {allowed ? null : <Badge>{t("noLongerAllowed")}</Badge>}
    </div>
  );
}
