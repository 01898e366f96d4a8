import { ArrowDown, ArrowUp } from "lucide-react";
import { useFormatter, useNow, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { type ClientFigures, MAX_COUNTED_COMPANIES } from "@/lib/clients/figures/values";
import { type ListColumn, ListTable } from "../list/list-table";
import { MenuLink, RowMenu } from "../list/row-menu";
import { Badge } from "../ui/badge";
import { Sparkline } from "../ui/sparkline";
import { RelativeTime } from "../ui/timestamp";
import { type ClientListQuery, clientListHref } from "./client-list-query";
import { ClientNameCell } from "./client-name-cell";
import type { ClientRow } from "./client-views";

export interface ClientTableProps {
  /** Path of the list; a client's page is one segment below. */
  path: string;
  query: ClientListQuery;
  rows: readonly ClientRow[];
  figures: readonly ClientFigures[];
  /** The column before the name, for checkboxes. */
  choice?: { heading: ReactNode; of: (row: ClientRow) => ReactNode };
}

/** The clients of one page of the list, and how they are used. */
export function ClientTable({ path, query, rows, figures, choice }: ClientTableProps) {
  const t = useTranslations("clients.table");
  const format = useFormatter();
  const figuresOf = ({ clientId }: ClientRow) => figures.find((row) => row.clientId === clientId);
  const columns: ListColumn<ClientRow>[] = [
    {
      key: "name",
      label: t("name"),
      heading: <SortLink path={path} query={query} field="name" label={t("name")} />,
      sorted: sortedBy(query, "name"),
      cell: (row) => <ClientNameCell path={path} query={query} row={row} />,
    },
    {
      key: "companies",
      label: t("companies"),
      width: "sm:w-24 tabular-nums",
      align: "end",
      phone: "none",
      from: "md",
      cell: (row) => {
        const companies = figuresOf(row)?.companies ?? 0;
        if (companies === 0) return <span className="text-muted">–</span>;
        return companies < MAX_COUNTED_COMPANIES ? companies : `${companies}+`;
      },
    },
    {
      key: "calls",
      label: t("calls"),
      width: "sm:w-32",
      from: "md",
      phone: "none",
      cell: (row) => <CallsCell figures={figuresOf(row)} />,
    },
    {
      key: "denied",
      label: t("denied"),
      width: "sm:w-20 tabular-nums",
      align: "end",
      phone: "none",
      cell: (row) => <DeniedCell figures={figuresOf(row)} />,
    },
    {
      key: "secret",
      label: t("secret"),
      width: "sm:w-36",
      cell: (row) => <SecretCell row={row} />,
    },
    {
      key: "used",
      label: t("lastUsed"),
      width: "sm:w-24",
      cell: (row) =>
        row.lastUsedAt ? (
          <RelativeTime value={row.lastUsedAt} />
        ) : (
          <span className="text-muted">{t("never")}</span>
        ),
    },
    {
      key: "menu",
      label: t("menu"),
      heading: <span className="sr-only">{t("menu")}</span>,
      width: "sm:w-15",
      phone: "end",
      cell: ({ clientId, name, createdAt }) => (
        <RowMenu name={name}>
          <MenuLink href={`${path}/${clientId}/credentials`}>{t("credentials")}</MenuLink>
          <MenuLink href={`${path}/${clientId}/companies`}>{t("companies")}</MenuLink>
          <MenuLink href={`${path}/${clientId}/requests`}>{t("allRequests")}</MenuLink>
          <span className="block border-line border-t px-3 pt-2 pb-1 text-muted text-xs">
            <code className="block font-mono">{clientId}</code>
            {t("createdOn", {
              day: format.dateTime(new Date(createdAt), { dateStyle: "medium" }),
            })}
          </span>
        </RowMenu>
      ),
    },
  ];
  if (choice) {
    columns.unshift({
      key: "choice",
      label: "",
      heading: choice.heading,
      width: "sm:w-12",
      phone: "start",
      cell: choice.of,
    });
  }
  return (
    <ListTable
      caption={t("caption")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.clientId}
      nameKey="name"
    />
  );
}

function CallsCell({ figures }: { figures: ClientFigures | undefined }) {
  const t = useTranslations("clients.table");
  if (!figures) return "–";
  const count = sumOf(figures.calls);
  return <Sparkline values={figures.calls} label={t("callsOfWeek", { count })} />;
}

function DeniedCell({ figures }: { figures: ClientFigures | undefined }) {
  const format = useFormatter();
  const count = sumOf(figures?.calls ?? []);
  if (count === 0) return <span className="text-muted">–</span>;
  const part = (figures?.denied ?? 0) / count;
  return (
    <span className={part >= 0.05 ? "font-semibold text-danger" : "text-muted"}>
      {format.number(part, { style: "percent", maximumFractionDigits: 1 })}
    </span>
  );
}

const DAY_MS = 86_400_000;
const LONG_UNUSED_DAYS = 30;

function SecretCell({ row: { secretCount, lastUsedAt } }: { row: ClientRow }) {
  const t = useTranslations("clients.table.secrets");
  const now = useNow();
  const days = lastUsedAt ? Math.floor((now.getTime() - Date.parse(lastUsedAt)) / DAY_MS) : 0;
  if (secretCount === 0) return <Badge tone="warning">{t("none")}</Badge>;
  if (secretCount > 1) return <Badge tone="warning">{t("rotating")}</Badge>;
  if (!lastUsedAt) return <Badge tone="warning">{t("neverUsed")}</Badge>;
  if (days >= LONG_UNUSED_DAYS) return <Badge tone="warning">{t("unused", { days })}</Badge>;
  return <span className="text-muted">{t("live")}</span>;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function sortedBy(query: ClientListQuery, field: "name"): "ascending" | "descending" | undefined {
  if (query.sort === field) return "ascending";
  return query.sort === `-${field}` ? "descending" : undefined;
}

/** Sorts by name, then by name backwards, then newest first again. */
function SortLink(props: { path: string; query: ClientListQuery; field: "name"; label: string }) {
  const { path, query, field, label } = props;
  const direction = sortedBy(query, field);
  const Icon = direction && { ascending: ArrowUp, descending: ArrowDown }[direction];
  const next = { ascending: "-name", descending: "-created_at", none: "name" } as const;
  return (
    <Link
      href={clientListHref(path, { ...query, sort: next[direction ?? "none"], page: 1 })}
      className="-mx-1 inline-flex min-h-7 items-center gap-1 rounded-sm px-1 hover:text-ink"
    >
      {label}
      {Icon ? <Icon className="size-3.5" aria-hidden="true" /> : null}
    </Link>
  );
}
