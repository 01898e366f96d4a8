import { useTranslations } from "next-intl";
import type { ClientEvent } from "@/lib/protocol/events/schemas";
import { FilteredList, NoMatch, NothingYet } from "../list/filtered-list";
import { listHref, pagingOf } from "../list/list-query";
import { Panel } from "../ui/panel";
import { EventEntry } from "./event-entry";
import { EventFilters, type EventListQuery } from "./event-filters";

export interface FailureLogProps {
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

/** A client's requests, newest first, with filters. */
export function FailureLog(props: FailureLogProps) {
  const t = useTranslations("events.list");
  const { path, query, events, total, checks, errorCodes } = props;
  const { request_id: requestId } = query;
  return (
    <Panel padded={false}>
      <FilteredList
        filters={<EventFilters path={path} query={query} checks={checks} reasons={errorCodes} />}
        {...pagingOf(path, query)}
        total={total}
        noun={t("noun", { count: total })}
        nothingYet={<NothingYet title={t("nothingYet")}>{t("nothingYetNext")}</NothingYet>}
        noMatch={
          <NoMatch title={t("noMatch")} href={path}>
            {requestId
              ? t.rich("noMatchId", {
                  id: () => <code className="font-mono text-sm">{requestId}</code>,
                })
              : t("noMatchFilters")}
          </NoMatch>
        }
      >
        <ol className="divide-y divide-line">
          {events.map((event) => (
            <li key={event.id}>
              <EventEntry
                event={event}
                isExplained={errorCodes.includes(event.reason)}
                unauthenticatedHref={listHref<EventListQuery>(path, { authenticated: false })}
              />
            </li>
          ))}
        </ol>
      </FilteredList>
    </Panel>
  );
}
