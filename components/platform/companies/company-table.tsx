import { useTranslations } from "next-intl";
import type { CompanyResponse } from "@/lib/directory/companies/schemas";
import { Badge } from "../../ui/badge";
import { type Column, DataTable } from "../../ui/data-table";
import { Timestamp } from "../../ui/timestamp";
import { RowButton } from "../row-button";
import { StatusBadge } from "../status-badge";
import type { CompanyAction } from "./companies-screen";

export interface CompanyTableProps {
  companies: readonly CompanyResponse[];
  /** Null for people who may only look. */
  onAsk: ((action: CompanyAction, company: CompanyResponse) => void) | null;
}

/** What can be done with a company of each status. */
const ACTIONS = {
  active: ["invite", "suspend", "close"],
  suspended: ["activate", "close"],
  closed: [],
} as const satisfies Record<CompanyResponse["status"], readonly CompanyAction[]>;

/** Companies of one page of the list. */
export function CompanyTable({ companies, onAsk }: CompanyTableProps) {
  const t = useTranslations("platform.companies");
  const columns: Column<CompanyResponse>[] = [
    {
      key: "name",
      label: t("table.name"),
      className: "min-w-48",
      cell: ({ name, company_id: id, is_sandbox: isSandbox }) => (
        <div className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
            <bdi className="wrap-anywhere">{name}</bdi>
            {isSandbox ? <Badge>{t("table.sandbox")}</Badge> : null}
          </span>
          <code className="font-mono text-muted text-sm">{id}</code>
        </div>
      ),
    },
    {
      key: "status",
      label: t("table.status"),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: "source",
      label: t("table.source"),
      className: "text-sm lg:whitespace-nowrap",
      cell: ({ is_external: isExternal }) => t(isExternal ? "table.directory" : "table.local"),
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
      cell: (company) => (
        <div className="flex flex-wrap gap-2 sm:justify-end lg:flex-nowrap">
          {ACTIONS[company.status].map((action) => (
            <RowButton key={action} name={company.name} onClick={() => onAsk(action, company)}>
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
      rows={companies}
      rowKey={({ company_id: id }) => String(id)}
    />
  );
}
