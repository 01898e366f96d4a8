import { useTranslations } from "next-intl";
import { requestOf } from "@/lib/api/client/prepared-call";
import type { CallList } from "@/lib/requests/calls/schemas";
import type { CallFigures as Figures } from "@/lib/requests/calls/values";
import { NoMatch, NothingYet } from "../list/filtered-list";
import { filtersOn, type ListState, stateHref } from "../platform/list-state";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { Skeleton, SkeletonRows } from "../ui/skeleton";
import { CallFilters, liveQueryOf } from "./call-filters";
import { CallTable } from "./call-table";
import { LiveCalls } from "./live-calls";

interface CallsScreenProps {
  path: string;
  organizationId: string;
  /** Null for all clients. */
  clientId: string | null;
  state: ListState;
  opened: { list: CallList; figures: Figures };
}

/** A list of calls with filters, figures and new calls as they happen, in each of its states. */
export function CallsScreen({ path, organizationId, clientId, state, opened }: CallsScreenProps) {
  const { list, figures } = opened;
  const withClient = clientId === null;
  const isFiltered = filtersOn(state).length > 0;
  const liveQuery = liveQueryOf(state);
  const table = { organizationId, organizationPath: `/organization/${organizationId}`, withClient };
  const empty =
    list.items.length > 0 ? null : (
      <NoCalls path={path} state={state} hasMore={list.page.has_next} />
    );
  return (
    <Panel padded={false}>
      {isFiltered || list.items.length > 0 || state.cursor ? (
        <CallFilters
          path={path}
          state={state}
          paths={[...new Set(list.items.flatMap((call) => call.path ?? []))]}
          withClient={withClient}
        />
      ) : null}
      {state.cursor ? null : <CallFigures figures={figures} isSample={withClient} />}
      {liveQuery ? (
        <LiveCalls
          {...table}
          calls={list.items}
          empty={empty}
          liveAddress={liveAddress(organizationId, clientId, liveQuery)}
        />
      ) : (
        (empty ?? <CallTable {...table} calls={list.items} />)
      )}
      <Pages path={path} state={state} next={list.page.next_id} isEmpty={empty !== null} />
    </Panel>
  );
}

function liveAddress(
  organizationId: string,
  clientId: string | null,
  query: Record<string, string>,
): string {
  const ofClient = clientId && { client_id: clientId };
  return requestOf({
    operation: clientId === null ? "watchOrganizationCalls" : "watchClientCalls",
    outgoing: { params: { organization_id: organizationId, ...ofClient }, query },
  }).address;
}

function NoCalls({ path, state, hasMore }: { path: string; state: ListState; hasMore: boolean }) {
  const t = useTranslations("calls.list");
  if (hasMore) {
    return (
      <EmptyState title={t("searchOn")}>
        <p>{t("searchOnNext")}</p>
      </EmptyState>
    );
  }
  if (filtersOn(state).length === 0 && !state.cursor) {
    return <NothingYet title={t("nothingYet")}>{t("nothingYetNext")}</NothingYet>;
  }
  return (
    <NoMatch title={t("noMatch")} href={path}>
      {t("noMatchNext")}
    </NoMatch>
  );
}

function Pages(props: { path: string; state: ListState; next: string; isEmpty: boolean }) {
  const { path, state, next, isEmpty } = props;
  const t = useTranslations("calls.list");
  if (!state.cursor && !next) return null;
  return (
    <nav
      aria-label={t("pages")}
      className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3 sm:px-6"
    >
      {state.cursor ? (
        <LinkButton size="small" href={stateHref(path, { ...state, cursor: undefined })}>
          {t("newest")}
        </LinkButton>
      ) : null}
      {next ? (
        <LinkButton size="small" href={stateHref(path, { ...state, cursor: next })}>
          {t(isEmpty ? "searchOlder" : "older")}
        </LinkButton>
      ) : null}
    </nav>
  );
}

interface CallFiguresProps {
  figures: Figures;
  /** True if they are of some of the newest calls of each client, not exactly of the newest. */
  isSample: boolean;
}

/** Latency and failures over the newest calls, with what they were counted from. */
function CallFigures({ figures, isSample }: CallFiguresProps) {
  const t = useTranslations("calls.figures");
  const { calls, timed, median, p95, denied, failed } = figures;
  if (calls === 0) return null;
  const duration = (milliseconds: number | null) =>
    milliseconds === null ? "–" : t("milliseconds", { milliseconds });
  return (
    <section
      aria-label={t("label")}
      className="flex flex-wrap items-baseline gap-x-8 gap-y-2 border-line border-b px-4 py-3 sm:px-6"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure label={t("median")} value={duration(median)} />
        <Figure label={t("p95")} value={duration(p95)} />
        <Figure label={t("denied")} value={t("count", { count: denied })} />
        <Figure label={t("failed")} value={t("count", { count: failed })} />
      </dl>
      <p className="text-muted text-sm">
        {t(isSample ? "ofSample" : "of", { calls })}
        {timed < calls ? `, ${t("timed", { timed })}` : null}
      </p>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

/** A list of calls while it loads. */
export function CallsSkeleton() {
  const t = useTranslations("calls");
  return (
    <Panel padded={false}>
      <div className="flex flex-col gap-4 border-line border-b p-4 sm:px-6" aria-hidden="true">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-10 w-28" />
      </div>
      <SkeletonRows rows={8} label={t("loading")} />
    </Panel>
  );
}
