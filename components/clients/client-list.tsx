import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import type { ClientFigures } from "@/lib/clients/figures/values";
import { FilteredList, NoMatch } from "../list/filtered-list";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { ClientFilters } from "./client-filters";
import {
  ALL_CLIENTS,
  type ClientListQuery,
  type ClientView,
  clientListHref,
  clientListState,
  isFiltered,
} from "./client-list-query";
import { ClientTable } from "./client-table";
import type { ClientRow } from "./client-views";
import { DeletedClientTable } from "./deleted-client-table";
import type { BulkOutcome } from "./list-outcome";
import { SelectableClientTable } from "./selectable-client-table";

export interface ClientListProps {
  organizationId: string;
  /** `/organization/{organization_id}/clients`. */
  path: string;
  query: ClientListQuery;
  rows: readonly ClientRow[];
  figures: readonly ClientFigures[];
  /** Clients that match over all pages. */
  total: number;
  /** False for roles that may only look. */
  mayWrite: boolean;
  /** Called when many were changed at once. */
  onChanged: (outcome: BulkOutcome) => Promise<void>;
  /** Called when a deleted one is back. */
  onRestored: (row: ClientRow) => Promise<void>;
}

/** The client list with its views and filters, in each of its states. */
export function ClientList(props: ClientListProps) {
  const { path, query, total } = props;
  const t = useTranslations("clients");
  return (
    <Panel padded={false}>
      <FilteredList
        filters={<ClientFilters path={path} query={query} />}
        // Deleted clients are found through the bar even if there is no other.
        isFiltered
        path={path}
        state={clientListState(query)}
        pages={{ total, noun: t("noun", { count: total }) }}
        nothingYet={null}
        noMatch={<NoRows {...props} />}
      >
        {query.view ? (
          <p className="border-line border-b px-4 py-2 text-muted text-sm sm:px-5">
            {t(`views.${query.view}.explanation`, { days: RESTORE_DAYS })}
          </p>
        ) : null}
        <Rows {...props} />
      </FilteredList>
    </Panel>
  );
}

function Rows(props: ClientListProps) {
  const { organizationId, path, query, rows, figures, mayWrite, onChanged, onRestored } = props;
  const listProps = { path, query, rows, figures };
  if (query.view === "deleted") {
    return (
      <DeletedClientTable
        path={path}
        query={query}
        rows={rows}
        organizationId={organizationId}
        onRestored={mayWrite ? onRestored : null}
      />
    );
  }
  if (!mayWrite) return <ClientTable {...listProps} />;
  return (
    <SelectableClientTable {...listProps} organizationId={organizationId} onChanged={onChanged} />
  );
}

function NoRows({ path, query, mayWrite }: ClientListProps) {
  const t = useTranslations("clients.noMatch");
  if (isFiltered(query)) {
    return (
      <NoMatch title={t("title")} href={clientListHref(path, { ...ALL_CLIENTS, view: query.view })}>
        <SearchSummary {...query} />
      </NoMatch>
    );
  }
  if (query.view) return <EmptyView path={path} view={query.view} />;
  return <FirstClient path={path} mayCreate={mayWrite} />;
}

function EmptyView({ path, view }: { path: string; view: ClientView }) {
  const t = useTranslations("clients.views");
  return (
    <EmptyState
      title={t(`${view}.empty`)}
      action={<LinkButton href={path}>{t("showAll")}</LinkButton>}
    >
      <p>{t(`${view}.emptyWhy`, { days: RESTORE_DAYS })}</p>
    </EmptyState>
  );
}

function FirstClient({ path, mayCreate }: { path: string; mayCreate: boolean }) {
  const t = useTranslations("clients");
  return (
    <EmptyState
      icon={<KeyRound className="size-8" aria-hidden="true" />}
      title={t("first.title")}
      action={
        mayCreate ? (
          <LinkButton href={`${path}/new`} variant="primary">
            {t("newClient")}
          </LinkButton>
        ) : null
      }
    >
      <p>
        {t("first.what")} {mayCreate ? null : t("first.who")}
      </p>
    </EmptyState>
  );
}

/** "There is nothing among the active clients of type Extension with the tag “beta”." */
function SearchSummary({ view, q, status, type, tag }: ClientListQuery) {
  const t = useTranslations("clients");
  const typeName = useTranslations("clientWords.types");
  return t.rich(q ? "noMatch.searched" : "noMatch.filtered", {
    search: () => <bdi>{q}</bdi>,
    status,
    typed: type ? "yes" : "no",
    type: type ? typeName(type) : "",
    viewed: view ? "yes" : "no",
    view: view ? t(`views.${view}.label`) : "",
    tagged: tag ? "yes" : "no",
    tag: () => <bdi>{tag}</bdi>,
  });
}
