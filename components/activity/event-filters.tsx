import { useTranslations } from "next-intl";
import { eventKinds, eventOutcomes } from "@/lib/protocol/events/schemas";
import { ChoiceFilter, TextFilter, TimeFilters } from "../list/filter-fields";
import { FilterForm } from "../list/filter-form";
import type { EventListQuery } from "./event-list-query";

export interface EventFiltersProps {
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
