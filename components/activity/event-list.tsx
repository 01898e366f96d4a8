import { ScrollText, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
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
  const t = useTranslations("events.list");
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
                <EventEntry
                  event={event}
                  isExplained={errorCodes.includes(event.reason)}
                  strangersHref={eventListHref(path, { authenticated: false })}
                />
              </li>
            ))}
          </ol>
          <Pagination
            page={query.page}
            pageSize={EVENT_PAGE_SIZE}
            total={total}
            noun={t("noun", { count: total })}
            hrefOf={(page) => eventListHref(path, { ...query, page })}
          />
        </>
      )}
    </Panel>
  );
}

function NothingYet() {
  const t = useTranslations("events.list");
  return (
    <Panel padded={false}>
      <EmptyState
        icon={<ScrollText className="size-8" aria-hidden="true" />}
        title={t("nothingYet")}
      >
        <p>{t("nothingYetNext")}</p>
      </EmptyState>
    </Panel>
  );
}

function NoMatch(props: { path: string; query: EventListQuery; total: number }) {
  const t = useTranslations("events.list");
  const { path, query, total } = props;
  if (total > 0) {
    return (
      <EmptyState
        title={t("pastEnd")}
        action={
          <LinkButton href={eventListHref(path, { ...query, page: 1 })}>
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
      <p>
        {query.request_id
          ? t.rich("noMatchId", {
              id: () => <code className="font-mono text-sm">{query.request_id}</code>,
            })
          : t("noMatchFilters")}
      </p>
    </EmptyState>
  );
}
