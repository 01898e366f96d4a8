import { KeyRound, SearchX } from "lucide-react";
import { EmptyState } from "../ui/empty-state";
import { LinkButton } from "../ui/link-button";
import { Pagination } from "../ui/pagination";
import { Panel } from "../ui/panel";
import type { BulkOutcome } from "./bulk-outcome";
import { ClientFilters } from "./client-filters";
import {
  CLIENT_PAGE_SIZE,
  type ClientListQuery,
  type ClientView,
  clientListHref,
  isFiltered,
  parseClientListQuery,
} from "./client-list-query";
import { ClientTable } from "./client-table";
import { ClientViewLinks } from "./client-view-links";
import { clientViewWords } from "./client-view-words";
import type { ClientRow } from "./client-views";
import { clientTypeLabel } from "./client-words";
import { DeletedClientTable } from "./deleted-client-table";
import { SelectableClientTable } from "./selectable-client-table";

export interface ClientListProps {
  organizationId: string;
  /** `/organization/{organization_id}/clients`. */
  path: string;
  query: ClientListQuery;
  rows: readonly ClientRow[];
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
  const { path, query, rows, total, mayWrite } = props;
  const isEmpty = total === 0 && !isFiltered(query);
  return (
    <Panel padded={false}>
      <ClientViewLinks path={path} query={query} />
      {isEmpty ? (
        <NothingThere path={path} view={query.view} mayWrite={mayWrite} />
      ) : (
        <>
          <ClientFilters path={path} query={query} />
          {rows.length === 0 ? (
            <NoMatch path={path} query={query} total={total} />
          ) : (
            <>
              <Rows {...props} />
              <Pagination
                page={query.page}
                pageSize={CLIENT_PAGE_SIZE}
                total={total}
                noun={total === 1 ? "client" : "clients"}
                hrefOf={(page) => clientListHref(path, { ...query, page })}
              />
            </>
          )}
        </>
      )}
    </Panel>
  );
}

function Rows(props: ClientListProps) {
  const { organizationId, path, query, rows, mayWrite, onChanged, onRestored } = props;
  const shown = { path, query, rows };
  if (query.view === "deleted") {
    return (
      <DeletedClientTable
        {...shown}
        organizationId={organizationId}
        onRestored={mayWrite ? onRestored : null}
      />
    );
  }
  if (!mayWrite) return <ClientTable {...shown} />;
  return <SelectableClientTable {...shown} organizationId={organizationId} onChanged={onChanged} />;
}

function NothingThere(props: { path: string; view: ClientView | undefined; mayWrite: boolean }) {
  const { path, view, mayWrite } = props;
  if (!view) return <FirstClient path={path} mayCreate={mayWrite} />;
  const { title, text } = clientViewWords[view].empty;
  return (
    <EmptyState title={title} action={<LinkButton href={path}>Show all clients</LinkButton>}>
      <p>{text}</p>
    </EmptyState>
  );
}

function FirstClient({ path, mayCreate }: { path: string; mayCreate: boolean }) {
  return (
    <EmptyState
      icon={<KeyRound className="size-8" aria-hidden="true" />}
      title="Register your first client"
      action={
        mayCreate ? (
          <LinkButton href={`${path}/new`} variant="primary">
            New client
          </LinkButton>
        ) : null
      }
    >
      <p>
        An extension needs a client: an API key and an API secret, the addresses it lives at, and
        the scopes it may ask sellers for.
        {mayCreate ? null : " Owners, admins and developers can register one."}
      </p>
    </EmptyState>
  );
}

function NoMatch(props: { path: string; query: ClientListQuery; total: number }) {
  const { path, query, total } = props;
  if (total > 0) {
    return (
      <EmptyState
        title="This page is past the end"
        action={
          <LinkButton href={clientListHref(path, { ...query, page: 1 })}>First page</LinkButton>
        }
      >
        <p>The list became shorter. Its first page has what you are looking for.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX className="size-8" aria-hidden="true" />}
      title="No client matches"
      action={
        <LinkButton href={clientListHref(path, { ...parseClientListQuery({}), view: query.view })}>
          Remove the filters
        </LinkButton>
      }
    >
      <p>
        {query.q ? (
          <>
            Nothing is called, tagged or numbered “<bdi>{query.q}</bdi>” among{" "}
          </>
        ) : (
          "There is nothing among "
        )}
        {filtersInWords(query)}.
      </p>
    </EmptyState>
  );
}

/** "the active clients of type Extension with the tag beta". */
function filtersInWords({ view, status, type, tag }: ClientListQuery): string {
  return [
    status === "all" ? "the clients" : `the ${status} clients`,
    type ? ` of type ${clientTypeLabel(type)}` : "",
    view ? ` in the view “${clientViewWords[view].label}”` : "",
    tag ? ` with the tag “${tag}”` : "",
  ].join("");
}
