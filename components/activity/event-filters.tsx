import { useTranslations } from "next-intl";
import { z } from "zod";
import { eventKinds, eventOutcomes } from "@/lib/protocol/events/schemas";
import { listEventsQuerySchema } from "@/lib/requests/events/query-schemas";
import { ChoiceFilter, TextFilter, TimeFilters } from "../list/filter-fields";
import { FilterForm } from "../list/filter-form";
import { timestampOfControl } from "../ui/timestamp";

interface EventFiltersProps {
  path: string;
  query: EventListQuery;
  /** Names of all checks. */
  checks: readonly string[];
  /** Error codes to choose from; others can be typed. */
  reasons: readonly string[];
}

/** Filters of a client's failure log: the request id first, the rest on demand. */
export function EventFilters({ path, query, checks, reasons }: EventFiltersProps) {
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
