import { ScrollText, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import { EmptyState } from "../ui/empty-state";
import { LinkButton } from "../ui/link-button";
import { Pagination } from "../ui/pagination";
import { Panel } from "../ui/panel";
import { type ActorChoice, AuditFilters } from "./audit-filters";
import { AUDIT_PAGE_SIZE, type AuditListQuery, auditListHref, filtersOf } from "./audit-list-query";
import { AuditTable } from "./audit-table";

export interface AuditListProps {
  /** Of the page that shows it. */
  path: string;
  /** `/organization/{id}/clients`. */
  clientsPath: string;
  query: AuditListQuery;
  entries: readonly AuditEntry[];
  /** Entries that match over all pages. */
  total: number;
  actions: readonly string[];
  actors: readonly ActorChoice[];
  /** Whether the log is that of one client. */
  ofClient?: boolean;
}

/** An audit log with its filters, in each of its states. */
export function AuditList(props: AuditListProps) {
  const t = useTranslations("audit.list");
  const { path, clientsPath, query, entries, total, actions, actors, ofClient = false } = props;
  if (total === 0 && filtersOf(query).length === 0) return <NothingYet ofClient={ofClient} />;
  return (
    <Panel padded={false}>
      <AuditFilters
        path={path}
        query={query}
        actions={actions}
        actors={actors}
        ofClient={ofClient}
      />
      {entries.length === 0 ? (
        <NoMatch path={path} query={query} total={total} />
      ) : (
        <>
          <AuditTable entries={entries} clientsPath={clientsPath} />
          <Pagination
            page={query.page}
            pageSize={AUDIT_PAGE_SIZE}
            total={total}
            noun={t("noun", { count: total })}
            hrefOf={(page) => auditListHref(path, { ...query, page })}
          />
        </>
      )}
    </Panel>
  );
}

function NothingYet({ ofClient }: { ofClient: boolean }) {
  const t = useTranslations("audit.list");
  return (
    <Panel padded={false}>
      <EmptyState
        icon={<ScrollText className="size-8" aria-hidden="true" />}
        title={t("nothingYet")}
      >
        <p>{t(ofClient ? "nothingYetOfClient" : "nothingYetNext")}</p>
      </EmptyState>
    </Panel>
  );
}

function NoMatch(props: { path: string; query: AuditListQuery; total: number }) {
  const t = useTranslations("audit.list");
  const { path, query, total } = props;
  if (total > 0) {
    return (
      <EmptyState
        title={t("pastEnd")}
        action={
          <LinkButton href={auditListHref(path, { ...query, page: 1 })}>
            {t("firstPage")}
          </LinkButton>
        }
      >
        <p>{t("pastEndNext")}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX className="size-8" aria-hidden="true" />}
      title={t("noMatch")}
      action={<LinkButton href={path}>{t("showEverything")}</LinkButton>}
    >
      <p>{t("noMatchNext")}</p>
    </EmptyState>
  );
}
