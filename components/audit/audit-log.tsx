import { useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import { FilteredList, NoMatch, NothingYet } from "../list/filtered-list";
import { pagingOf } from "../list/list-query";
import { Panel } from "../ui/panel";
import { AuditFilters, type AuditFiltersProps } from "./audit-filters";
import { AuditTable } from "./audit-table";

export interface AuditLogProps extends AuditFiltersProps {
  /** `/organization/{id}/clients`; null if clients have no page here. */
  clientsPath: string | null;
  entries: readonly AuditEntry[];
  /** Entries that match over all pages. */
  total: number;
}

/** An audit log, newest entry first, with filters. */
export function AuditLog({ clientsPath, entries, total, ...filters }: AuditLogProps) {
  const t = useTranslations("audit.list");
  const { path, query, of } = filters;
  return (
    <Panel padded={false}>
      <FilteredList
        filters={<AuditFilters {...filters} />}
        {...pagingOf(path, query)}
        total={total}
        noun={t("noun", { count: total })}
        nothingYet={<NothingYet title={t("nothingYet")}>{t(`nothingYetOf.${of}`)}</NothingYet>}
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
