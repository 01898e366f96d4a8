import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import type { RequestListState } from "@/app/requests/request-state";
import type { LogScope } from "@/components/requests/log-scope";
import { RequestsScreen } from "@/components/requests/requests-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { IssueList } from "@/lib/requests/issues/schemas";
import type { RequestFigures, RequestList } from "@/lib/requests/log/schemas";

export interface RequestLogProps extends RequestListState {
  scope: LogScope;
  path: string;
  /** Whether fixes may change the client. */
  mayWrite: boolean;
  /** The list, its figures, and the open issues of a client. */
  read: () => Promise<[{ body: RequestList }, { body: RequestFigures }, { body: IssueList }?]>;
}

/** The request log on a page, once it is read. */
export async function RequestLog(props: RequestLogProps) {
  const t = await getTranslations("requests");
  const loading = (
    <Panel padded={false}>
      <SkeletonRows rows={8} label={t("loading")} />
    </Panel>
  );
  return (
    <Suspense fallback={loading}>
      <ReadLog {...props} />
    </Suspense>
  );
}

async function ReadLog({ scope, path, state, window, mayWrite, read }: RequestLogProps) {
  const [{ body: list }, { body: figures }, issues] = await read();
  return (
    <Hydrated namespaces={["requests", "causes", "events"]} data={[]}>
      <RequestsScreen
        scope={scope}
        path={path}
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
