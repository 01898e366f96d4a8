"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { sortByName } from "@/lib/core/values/name-order-values";
import type { Issue } from "@/lib/requests/issues/schemas";
import type { Request, RequestFigures, RequestList } from "@/lib/requests/log/schemas";
import type { FigureWindow } from "@/lib/requests/log/values";
import { CursorLinks, NoMatch, NothingYet } from "../list/filtered-list";
import { filtersOn, type ListState } from "../list/list-state";
import { buttonClass } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { mergeRequests } from "./fold-requests";
import { IssueRows } from "./issues";
import { exportAddress, type LogScope, liveAddress, pathOfScope } from "./log-scope";
import { type Choice, RequestFilters } from "./request-filters";
import { RequestStrip } from "./request-strip";
import { RequestTable } from "./request-table";
import { type LiveState, useLiveRequests } from "./use-live-requests";

export interface RequestsScreenProps {
  scope: LogScope;
  state: ListState;
  window: FigureWindow;
  list: RequestList;
  figures: RequestFigures;
  mayWrite: boolean;
  issues?: readonly Issue[];
}

/** The request log of a client, an organization or the installation; its address holds filters and the open request. */
export function RequestsScreen(props: RequestsScreenProps) {
  const { scope, state, window, list, figures, mayWrite, issues = [] } = props;
  const path = pathOfScope(scope);
  const t = useTranslations("requests");
  const router = useRouter();
  const refresh = useCallback(() => router.refresh(), [router]);
  const live = useLiveRequests(liveAddress(scope, state), refresh);
  const requests = mergeRequests(list.items, live.requests);
  const denied = Object.values(figures.totals.denied).reduce((sum, count) => sum + count, 0);
  const withClient = scope.clientId === null;
  return (
    <>
      <RequestStrip path={path} state={state} window={window} figures={figures} />
      {scope.organizationId !== null && issues.length > 0 ? (
        <div className="min-w-0 rounded-lg border border-line bg-surface shadow-panel">
          <Disclosure look="section" summary={t("issues.open", { count: issues.length })}>
            <div className="-m-4">
              <IssueRows
                organizationId={scope.organizationId}
                issues={issues}
                withClient={withClient}
                mayWrite={mayWrite}
              />
            </div>
          </Disclosure>
        </div>
      ) : null}
      <div className="min-w-0 rounded-lg border border-line bg-surface shadow-panel">
        <RequestFilters
          path={path}
          state={state}
          denied={denied}
          clients={withClient ? choicesOf(requests, ({ client }) => client) : null}
          companies={choicesOf(requests, ({ company }) => company)}
        >
          <LiveBar scope={scope} state={state} live={live.state} />
        </RequestFilters>
        {live.hasGap ? (
          <div className="border-line border-b p-3">
            <Notice tone="warning" title={t("live.gap")} live />
          </div>
        ) : null}
        <RequestTable scope={scope} requests={requests} mayWrite={mayWrite} state={state} />
        {requests.length === 0 ? (
          <NoRequests path={path} state={state} hasMore={list.page.has_next} />
        ) : null}
        <CursorLinks
          path={path}
          state={state}
          next={list.page.next_id}
          words={{
            first: t("list.newest"),
            next: t(requests.length === 0 ? "list.searchOlder" : "list.older"),
          }}
        />
      </div>
    </>
  );
}

function choicesOf(
  requests: readonly Request[],
  of: (request: Request) => { id: string | number; name: string | null } | null,
): Choice[] {
  const choices = new Map<string, Choice>();
  for (const request of requests) {
    const choice = of(request);
    if (choice)
      choices.set(String(choice.id), {
        id: String(choice.id),
        name: choice.name ?? String(choice.id),
      });
  }
  return sortByName([...choices.values()]);
}

const DOTS: Record<LiveState, string> = {
  live: "bg-success",
  connecting: "bg-border",
  reconnecting: "bg-warning",
  paused: "bg-border",
  ended: "bg-danger",
};

/** Whether new requests appear by themselves, and the export. */
function LiveBar({ scope, state, live }: { scope: LogScope; state: ListState; live: LiveState }) {
  const t = useTranslations("requests");
  return (
    <div className="ms-auto flex items-center gap-2 text-sm">
      <p role="status" className="flex items-center gap-1.5 text-muted">
        <span aria-hidden="true" className={`size-2 rounded-full ${DOTS[live]}`} />
        {t(`live.${live}`)}
      </p>
      <a href={exportAddress(scope, state)} download className={buttonClass("quiet", "small")}>
        <Download className="size-4" />
        {t("export")}
      </a>
    </div>
  );
}

function NoRequests({
  path,
  state,
  hasMore,
}: {
  path: string;
  state: ListState;
  hasMore: boolean;
}) {
  const t = useTranslations("requests.list");
  if (hasMore) {
    return <EmptyState title={t("searchOn")} next={t("searchOnNext")} />;
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
