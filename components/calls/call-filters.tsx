import { useTranslations } from "next-intl";
import { type ListCallsQuery, listCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { callerKinds, statusClasses } from "@/lib/requests/calls/values";
import { ChoiceFilter, FilterForm, TextFilter, TimeFilters } from "../list/filter-form";
import { filtersOn, type ListState, parseListState } from "../platform/list-state";
import { timestampOfControl } from "../ui/timestamp";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

interface CallFiltersProps {
  path: string;
  state: ListState;
  /** Path templates to choose from; others can be typed. */
  paths: readonly string[];
  /** True on the page of all clients. */
  withClient: boolean;
}

/** Filters of a list of calls: the request id first, the rest on demand. */
export function CallFilters({ path, state, paths, withClient }: CallFiltersProps) {
  const t = useTranslations("calls.filters");
  const { cursor: _, ...filters } = state;
  return (
    <FilterForm
      path={path}
      query={{ page: 1, ...filters }}
      inSight={["request_id"]}
      more={
        <>
          <ChoiceFilter
            label={t("denied")}
            name="denied"
            value={state.denied}
            everything={t("everyOutcome")}
            options={(["true", "false"] as const).map((value) => ({
              value,
              label: t(`outcomes.${value}`),
            }))}
          />
          <ChoiceFilter
            label={t("status")}
            name="status"
            value={state.status}
            everything={t("everyStatus")}
            options={statusClasses.map((value) => ({ value, label: value }))}
          />
          <ChoiceFilter
            label={t("method")}
            name="method"
            value={state.method}
            everything={t("everyMethod")}
            options={METHODS.map((value) => ({ value, label: value }))}
          />
          <ChoiceFilter
            label={t("caller")}
            name="caller"
            value={state.caller}
            everything={t("everyCaller")}
            options={callerKinds.map((value) => ({ value, label: t(`callers.${value}`) }))}
          />
          <TextFilter
            label={t("path")}
            name="path"
            value={state.path}
            maxLength={500}
            suggestions={paths}
          />
          {withClient ? (
            <TextFilter
              label={t("client")}
              name="client_id"
              value={state.client_id}
              maxLength={64}
            />
          ) : null}
          <TimeFilters from={state.from} to={state.to} />
        </>
      }
    >
      <div className="max-w-md">
        <TextFilter
          label={t("requestId")}
          hint={t("requestIdHint")}
          name="request_id"
          value={state.request_id}
          maxLength={64}
        />
      </div>
    </FilterForm>
  );
}

/** Calls on a page. */
const PAGE_SIZE = "50";

/** State of a list of calls, all of which is in the URL. */
export interface CallListState {
  /** For links. */
  state: ListState;
  /** For the operation. */
  query: ListCallsQuery;
}

/** Reads the state from a page's search parameters. A value that the list does not take counts as missing. */
export function parseCallListState(
  params: Readonly<Record<string, string | string[] | undefined>>,
): CallListState {
  const { from, to, limit: _, ...others } = params;
  const { state } = parseListState(listCallsQuerySchema, {
    ...others,
    ...zoned("from", from),
    ...zoned("to", to),
  });
  return { state, query: listCallsQuerySchema.parse({ ...state, limit: PAGE_SIZE }) };
}

/** What new calls must match to join the list; null while it shows a time that is over. */
export function liveQueryOf(state: ListState): Record<string, string> | null {
  const { from, to, cursor, ...match } = state;
  return from || to || cursor ? null : Object.fromEntries(filtersOn(match));
}

function zoned(name: string, value: string | string[] | undefined): Record<string, string> {
  const timestamp = timestampOfControl(value);
  return typeof timestamp === "string" ? { [name]: timestamp } : {};
}
