import { useTranslations } from "next-intl";
import { z } from "zod";
import { type ClientEvent, eventKinds, eventOutcomes } from "@/lib/protocol/events/schemas";
import { listEventsQuerySchema } from "@/lib/requests/events/query-schemas";
import { ChoiceFilter, FilterForm, TextFilter, TimeFilters } from "../list/filter-form";
import { FilteredList, NoMatch, NothingYet } from "../list/filtered-list";
import { listHref, pagingOf } from "../list/list-query";
import { Panel } from "../ui/panel";
import { timestampOfControl } from "../ui/timestamp";
import { EventEntry } from "./event-entry";

interface FailureLogProps {
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

interface EventFiltersProps {
  path: string;
  query: EventListQuery;
  /** Names of all checks. */
  checks: readonly string[];
  /** Error codes to choose from; others can be typed. */
  reasons: readonly string[];
}

/** Filters of a client's failure log: the request id first, the rest on demand. */
function EventFilters({ path, query, checks, reasons }: EventFiltersProps) {
  const t = useTranslations("events");
  return (
    <FilterForm
      path={path}
      query={query}
      inSight={["request_id"]}
      more={
        <>
          <ChoiceFilter
            label={t("filters.outcome")}
            name="outcome"
            value={query.outcome}
            everything={t("filters.everyOutcome")}
            options={eventOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
          />
          <ChoiceFilter
            label={t("filters.kind")}
            name="kind"
            value={query.kind}
            everything={t("filters.everyKind")}
            options={eventKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          <ChoiceFilter
            label={t("filters.check")}
            name="check"
            value={query.check}
            everything={t("filters.everyCheck")}
            options={checks.map((value) => ({ value, label: value }))}
          />
          <ChoiceFilter
            label={t("filters.caller")}
            name="authenticated"
            value={query.authenticated === undefined ? undefined : String(query.authenticated)}
            everything={t("filters.everyCaller")}
            options={(["true", "false"] as const).map((value) => ({
              value,
              label: t(`filters.callers.${value}`),
            }))}
          />
          <TextFilter
            label={t("filters.reason")}
            name="reason"
            value={query.reason}
            maxLength={60}
            suggestions={reasons}
          />
          <TimeFilters from={query.from} to={query.to} />
        </>
      }
    >
      <div className="max-w-md">
        <TextFilter
          label={t("filters.requestId")}
          hint={t("filters.requestIdHint")}
          name="request_id"
          value={query.request_id}
          maxLength={60}
        />
      </div>
    </FilterForm>
  );
}

const { kind, outcome, reason, check, request_id, authenticated, from, to, page_no } =
  listEventsQuerySchema.shape;

// People edit addresses by hand, so a value that is invalid counts as missing.
const eventListQuerySchema = z.object({
  request_id: request_id.catch(undefined),
  outcome: outcome.catch(undefined),
  kind: kind.catch(undefined),
  reason: reason.catch(undefined),
  check: check.catch(undefined),
  authenticated: authenticated.catch(undefined),
  from: z.preprocess(timestampOfControl, from).catch(undefined),
  to: z.preprocess(timestampOfControl, to).catch(undefined),
  page: page_no.catch(1),
});

/** State of a client's failure log, all of which is in the URL. */
export type EventListQuery = z.output<typeof eventListQuerySchema>;

/** Reads the state from a page's search parameters. */
export function parseEventListQuery(
  params: Readonly<Record<string, string | string[] | undefined>>,
): EventListQuery {
  return eventListQuerySchema.parse(params);
}
