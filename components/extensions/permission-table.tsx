import { useFormatter, useTranslations } from "next-intl";
import { ListTable } from "../list/list-table";
import { AccessMark, ScopeWords } from "../scopes/scope-groups";
import { Badge } from "../ui/badge";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import type { DescribedExtension, Permission } from "./extension-views";

interface PermissionTableProps {
  extension: DescribedExtension;
  /** Whose it is. */
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
      {permissions.length === 0 ? (
        <EmptyState title={t(removedAt ? "noCalls" : "none")}>
          <p>{t(removedAt ? "noCallsWhy" : "noneWhy")}</p>
        </EmptyState>
      ) : (
        <ListTable
          caption={t("title")}
          rows={permissions.toSorted(customersFirst)}
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
      )}
    </Panel>
  );
}

function customersFirst({ scope: a }: Permission, { scope: b }: Permission): number {
  const byGroup = (a.group ?? "").localeCompare(b.group ?? "");
  return Number(b.customerData) - Number(a.customerData) || byGroup;
}
