import { KeyRound, SearchX } from "lucide-react";
import { EmptyState } from "../ui/empty-state";
import { LinkButton } from "../ui/link-button";
import { Pagination } from "../ui/pagination";
import { Panel } from "../ui/panel";
import { ClientFilters } from "./client-filters";
import {
  CLIENT_PAGE_SIZE,
  type ClientListQuery,
  clientListHref,
  isFiltered,
} from "./client-list-query";
import { ClientTable } from "./client-table";
import type { ClientRow } from "./client-views";
import { clientTypeLabel } from "./client-words";

export interface ClientListProps {
  /** `/organization/{organization_id}/clients`. */
  path: string;
  query: ClientListQuery;
  rows: readonly ClientRow[];
  /** Clients that match over all pages. */
  total: number;
  /** False for roles that may only look. */
  mayCreate: boolean;
}

/** The client list with its filters, in each of its states. */
export function ClientList(props: ClientListProps) {
  const { path, query, rows, total, mayCreate } = props;
  if (total === 0 && !isFiltered(query)) {
    return (
      <Panel padded={false}>
        <FirstClient path={path} mayCreate={mayCreate} />
      </Panel>
    );
  }
  return (
    <Panel padded={false}>
      <ClientFilters path={path} query={query} />
      {rows.length === 0 ? (
        <NoMatch path={path} query={query} total={total} />
      ) : (
        <ClientTable path={path} query={query} rows={rows} />
      )}
      {rows.length > 0 ? (
        <Pagination
          page={query.page}
          pageSize={CLIENT_PAGE_SIZE}
          total={total}
          noun={total === 1 ? "client" : "clients"}
          hrefOf={(page) => clientListHref(path, { ...query, page })}
        />
      ) : null}
    </Panel>
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
      action={<LinkButton href={path}>Show all clients</LinkButton>}
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
function filtersInWords({ status, type, tag }: ClientListQuery): string {
  return [
    status === "all" ? "the clients" : `the ${status} clients`,
    type ? ` of type ${clientTypeLabel(type)}` : "",
    tag ? ` with the tag “${tag}”` : "",
  ].join("");
}
