import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { titled } from "@/app/page-parts";
import { parseRequestState, type RequestListState } from "@/app/requests/request-state";
import { stateHref } from "@/components/list/list-state";
import { type LogScope, pathOfScope } from "@/components/requests/log-scope";
import { RequestsScreen } from "@/components/requests/requests-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/skeleton";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import type { IssueList } from "@/lib/requests/issues/schemas";
import type { RequestFigures, RequestList } from "@/lib/requests/log/schemas";

/** The list, its figures, and the open issues of a client. */
type Log = [{ body: RequestList }, { body: RequestFigures }, { body: IssueList }?];

interface RequestsPageProps<Caller> {
  scope: LogScope;
  search: SearchParams;
  /** Who reads the page. @param back where a sign-in leads */
  authorize: (back: string) => Promise<Caller>;
  /** Whether fixes may change the client. */
  mayWrite: (caller: Caller) => boolean;
  read: (caller: Caller, state: RequestListState) => Promise<Log>;
}

/** The title of a page of requests. */
export const requestsTitle = titled("requests.title");

/** The page of a request log. Checks who opens it before it reads the log. */
export async function RequestsPage<Caller>(props: RequestsPageProps<Caller>) {
  const { scope, search, authorize, mayWrite, read } = props;
  const list = parseRequestState(search, scope.clientId);
  const request = firstValue(search, "request");
  const caller = await authorize(stateHref(pathOfScope(scope), { ...list.state, request }));
  const t = await getTranslations("requests");
  // The page of a client has a heading of its own.
  const Heading = scope.clientId === null ? "h1" : "h2";
  const loading = (
    <Panel padded={false}>
      <SkeletonRows rows={8} label={t("loading")} />
    </Panel>
  );
  return (
    <>
      <Heading className="sr-only">{t("title")}</Heading>
      <Suspense fallback={loading}>
        <LoadedLog
          {...list}
          scope={scope}
          mayWrite={mayWrite(caller)}
          read={() => read(caller, list)}
        />
      </Suspense>
    </>
  );
}

interface LoadedLogProps extends RequestListState {
  scope: LogScope;
  mayWrite: boolean;
  read: () => Promise<Log>;
}

async function LoadedLog({ scope, state, window, mayWrite, read }: LoadedLogProps) {
  const [{ body: list }, { body: figures }, issues] = await read();
  return (
    <Hydrated namespaces={["requests", "causes", "events"]}>
      <RequestsScreen
        scope={scope}
        state={state}
        window={window}
        list={list}
        figures={figures}
        mayWrite={mayWrite}
        issues={issues?.body.items ?? []}
      />
    </Hydrated>
  );
}
