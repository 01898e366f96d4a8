import { useTranslations } from "next-intl";
import type { DirectoryOrganization } from "@/lib/directory/organizations/schemas";
import { Badge } from "../../ui/badge";
import { type Column, DataTable } from "../../ui/data-table";
import { Timestamp } from "../../ui/timestamp";
import { RowButton } from "../row-button";
import { StatusBadge } from "../status-badge";
import type { OrganizationAction } from "./organizations-screen";

export interface OrganizationTableProps {
  organizations: readonly DirectoryOrganization[];
  /** Null for people who may only look. */
  onAsk: ((action: OrganizationAction, organization: DirectoryOrganization) => void) | null;
}

/** Organizations of one page of the list. */
export function OrganizationTable({ organizations, onAsk }: OrganizationTableProps) {
  const t = useTranslations("platform.organizations");
  const columns: Column<DirectoryOrganization>[] = [
    {
      key: "name",
      label: t("table.name"),
      className: "min-w-48",
      cell: ({ name, organization_id: id }) => (
        <div className="grid min-w-0 gap-0.5">
          <bdi className="wrap-anywhere font-semibold">{name}</bdi>
          <code className="wrap-anywhere font-mono text-muted text-sm">{id}</code>
        </div>
      ),
    },
    {
      key: "status",
      label: t("table.status"),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: "publisher",
      label: t("table.publisher"),
      cell: ({ publisher_verified: isVerified }) => (
        <Badge tone={isVerified ? "success" : "neutral"}>
          {t(isVerified ? "table.verified" : "table.unverified")}
        </Badge>
      ),
    },
    {
      key: "since",
      label: t("table.since"),
      className: "text-sm",
      cell: ({ created_at: since }) => <Timestamp value={since} day />,
    },
  ];
  if (onAsk) {
    columns.push({
      key: "actions",
      label: t("table.actions"),
      heading: <span className="sr-only">{t("table.actions")}</span>,
      cell: (organization) => (
        <div className="flex flex-wrap gap-2 sm:justify-end lg:flex-nowrap">
          {actionsOf(organization).map((action) => (
            <RowButton
              key={action}
              name={organization.name}
              onClick={() => onAsk(action, organization)}
            >
              {t(`${action}.open`)}
            </RowButton>
          ))}
        </div>
      ),
    });
  }
  return (
    <DataTable
      caption={t("title")}
      columns={columns}
      rows={organizations}
      rowKey={({ organization_id: id }) => id}
    />
  );
}

function actionsOf(organization: DirectoryOrganization): OrganizationAction[] {
  return [
    "invite",
    organization.publisher_verified ? "unverify" : "verify",
    organization.status === "active" ? "suspend" : "activate",
  ];
}
