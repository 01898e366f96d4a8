import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import { FilteredList, NoMatch } from "../list/filtered-list";
import { filtersOf, LIST_PAGE_SIZE, listHref } from "../list/list-query";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { AuditFilters, type AuditFiltersProps } from "./audit-filters";
import { AuditTable } from "./audit-table";

export interface AuditLogProps extends Omit<AuditFiltersProps, "ofClient"> {
  /** `/organization/{id}/clients`. */
  clientsPath: string;
  entries: readonly AuditEntry[];
  /** Entries that match over all pages. */
  total: number;
  /** Whether the log is that of one client. */
  ofClient?: boolean;
}

/** An audit log, newest entry first, with filters. */
export function AuditLog({ clientsPath, entries, total, ...filters }: AuditLogProps) {
  const t = useTranslations("audit.list");
  const { path, query, ofClient = false } = filters;
  return (
    <Panel padded={false}>
      <FilteredList
        filters={<AuditFilters {...filters} ofClient={ofClient} />}
        isFiltered={filtersOf(query).length > 0}
        page={query.page}
        pageSize={LIST_PAGE_SIZE}
        total={total}
        noun={t("noun", { count: total })}
        hrefOf={(page) => listHref(path, { ...query, page })}
        nothingYet={
          <EmptyState
            icon={<ScrollText className="size-8" aria-hidden="true" />}
            title={t("nothingYet")}
          >
            <p>{t(ofClient ? "nothingYetOfClient" : "nothingYetNext")}</p>
          </EmptyState>
        }
        noMatch={
          <NoMatch title={t("noMatch")} href={path}>
            {t("noMatchNext")}
          </NoMatch>
        }
      >
        <AuditTable entries={entries} clientsPath={clientsPath} />
      </FilteredList>
    </Panel>
  );
}
