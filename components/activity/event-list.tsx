import { ScrollText, SearchX } from "lucide-react";
import type { ClientEvent } from "@/lib/oauth/events/schemas";
import { EmptyState } from "../ui/empty-state";
import { LinkButton } from "../ui/link-button";
import { Pagination } from "../ui/pagination";
import { Panel } from "../ui/panel";
import { EventEntry } from "./event-entry";
import { EventFilters } from "./event-filters";
import {
  EVENT_PAGE_SIZE,
  type EventListQuery,
  eventListHref,
  isFiltered,
} from "./event-list-query";

export interface EventListProps {
  /** `…/clients/{client_id}/events`. */
  path: string;
  query: EventListQuery;
  events: readonly ClientEvent[];
  /** Events that match over all pages. */
  total: number;
  /** Names of all checks. */
  checks: readonly string[];
  /** Error codes that have a page of their own. */
  errorCodes: readonly string[];
}

/** A client's log with its filters, in each of its states. */
export function EventList(props: EventListProps) {
  const { path, query, events, total, checks, errorCodes } = props;
  if (total === 0 && !isFiltered(query)) return <NothingYet />;
  return (
    <Panel padded={false}>
      <EventFilters path={path} query={query} checks={checks} reasons={errorCodes} />
      {events.length === 0 ? (
        <NoMatch path={path} query={query} total={total} />
      ) : (
        <>
          <ol className="divide-y divide-line">
            {events.map((event) => (
              <li key={event.id}>
                <EventEntry event={event} isExplained={errorCodes.includes(event.reason)} />
              </li>
            ))}
          </ol>
          <Pagination
            page={query.page}
            pageSize={EVENT_PAGE_SIZE}
            total={total}
            noun={total === 1 ? "request" : "requests"}
            hrefOf={(page) => eventListHref(path, { ...query, page })}
          />
        </>
      )}
    </Panel>
  );
}

function NothingYet() {
  return (
    <Panel padded={false}>
      <EmptyState
        icon={<ScrollText className="size-8" aria-hidden="true" />}
        title="Nothing was asked for yet"
      >
        <p>
          Every authorize, token and API request that names this client leaves an entry here: what
          was issued, and what was refused with the check that failed and the likely fix. Start the
          extension, and reload this page.
        </p>
      </EmptyState>
    </Panel>
  );
}

function NoMatch(props: { path: string; query: EventListQuery; total: number }) {
  const { path, query, total } = props;
  if (total > 0) {
    return (
      <EmptyState
        title="This page is past the end"
        action={
          <LinkButton href={eventListHref(path, { ...query, page: 1 })}>First page</LinkButton>
        }
      >
        <p>The first page has the newest requests.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX className="size-8" aria-hidden="true" />}
      title="No request matches"
      action={<LinkButton href={path}>Show everything</LinkButton>}
    >
      {query.request_id ? (
        <p>
          This client has no request with the id{" "}
          <code className="font-mono text-sm">{query.request_id}</code>
          {" that the filters let through. It may have named another client, or none that exists."}
        </p>
      ) : (
        <p>There are requests of this client, but none that all of the filters let through.</p>
      )}
    </EmptyState>
  );
}
