import { useFormatter, useTranslations } from "next-intl";
import { ListTable } from "../list/list-table";
import { AccessMark, ScopeWords } from "../scopes/scope-groups";
import { byAccess, groupBy, sayingOf } from "../scopes/scope-view";
import { Badge } from "../ui/badge";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import type { DescribedExtension, Permission } from "./extension-views";

interface PermissionTableProps {
  extension: DescribedExtension;
  of: "company" | "organization";
  mayRemove: boolean;
}

/** What an extension may do, since when, and how it used that. Access to customer data comes first. */
export function PermissionTable({ extension, of, mayRemove }: PermissionTableProps) {
  const { permissions, installedAt, approvedBy, removedAt } = extension;
  const t = useTranslations("extensions.permissions");
  const scopes = useTranslations("scopes");
  const format = useFormatter();
  const when = () => <Timestamp value={installedAt} />;
  const person = () => <bdi>{approvedBy}</bdi>;
  return (
    <Panel
      title={t("title")}
      description={
        removedAt ? null : (
          <>
            {t.rich(approvedBy ? "allowedBy" : "allowed", { when, person })}{" "}
            {mayRemove ? null : t(`askAdmin.${of}`)}
          </>
        )
      }
      padded={false}
    >
      <ListTable
        empty={{
          title: t(removedAt ? "noCalls" : "none"),
          next: t(removedAt ? "noCallsWhy" : "noneWhy"),
        }}
        caption={t("title")}
        rows={mergeEqual(permissions).toSorted(customersFirst)}
        rowKey={({ scope }) => scope.name}
        groupOf={({ scope }) =>
          scope.customerData ? scopes("customerData") : (scope.group ?? scopes("otherGroup"))
        }
        rowHeight={36}
        columns={[
          {
            key: "permission",
            label: t("permission"),
            grows: true,
            cell: ({ scope }) => (
              <span className="flex gap-2.5 py-1">
                <AccessMark access={scope.access} />
                <ScopeWords scope={scope} />
              </span>
            ),
          },
          {
            key: "since",
            label: t("since"),
            width: "sm:w-36",
            phone: "none",
            cell: ({ allowedSince }) =>
              allowedSince ? (
                <Timestamp value={allowedSince} />
              ) : (
                <Badge>{t("noLongerAllowed")}</Badge>
              ),
          },
          {
            key: "calls",
            label: t("calls"),
            width: "sm:w-32 tabular-nums",
            align: "end",
            cell: ({ calls }) => (
              <>
                {format.number(calls)}{" "}
                <span className="sm:sr-only">{t("callCount", { calls })}</span>
              </>
            ),
          },
          {
            key: "last",
            label: t("lastUsed"),
            width: "sm:w-32",
            cell: ({ lastUsedAt }) => <Timestamp value={lastUsedAt} otherwise={t("notUsed")} />,
          },
        ]}
      />
    </Panel>
  );
}

/** Permissions that say the same in one row, with the use of all of them. */
function mergeEqual(permissions: readonly Permission[]): Permission[] {
  const keyOf = ({ scope, allowedSince }: Permission) =>
    JSON.stringify([scope.group, sayingOf(scope), allowedSince === null]);
  return groupBy(permissions, keyOf).map(([, equal]) =>
    equal.reduce((a, b) => ({
      scope: a.scope,
      allowedSince:
        Number(a.allowedSince) < Number(b.allowedSince) ? a.allowedSince : b.allowedSince,
      calls: a.calls + b.calls,
      lastUsedAt: Number(a.lastUsedAt) > Number(b.lastUsedAt) ? a.lastUsedAt : b.lastUsedAt,
    })),
  );
}

function customersFirst({ scope: a }: Permission, { scope: b }: Permission): number {
  const byGroup = (a.group ?? "").localeCompare(b.group ?? "");
  return Number(b.customerData) - Number(a.customerData) || byGroup || byAccess(a, b);
}
