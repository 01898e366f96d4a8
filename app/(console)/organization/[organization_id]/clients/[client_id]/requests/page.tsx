import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RequestLog } from "@/app/requests/request-log";
import { parseRequestState } from "@/app/requests/request-state";
import { stateHref } from "@/components/list/list-state";
import { requireClient } from "@/lib/clients/require-client";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { getRequestFigures } from "@/lib/requests/log/get-figures";
import { listRequests } from "@/lib/requests/log/list-requests";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("requests");
  return { title: t("title") };
}

/** The requests of a client. */
export default async function ClientRequestsPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const params = await props.params;
  const search = await props.searchParams;
  const { organization_id: organizationId, client_id: clientId } = params;
  const path = `/organization/${organizationId}/clients/${clientId}/requests`;
  const list = parseRequestState(search, clientId);
  const request = firstValue(search, "request");
  const { caller } = await requireClient(params, stateHref(path, { ...list.state, request }));
  const t = await getTranslations("requests");
  const { query, window } = list;
  return (
    <>
      <h2 className="sr-only">{t("title")}</h2>
      <RequestLog
        {...list}
        scope={{ organizationId, clientId }}
        path={path}
        mayWrite={may(caller, "clients:write")}
        read={() =>
          Promise.all([
            perform(listRequests, { caller, query }),
            perform(getRequestFigures, { caller, query: { window, client_id: clientId } }),
            perform(listIssues, {
              caller,
              query: { client_id: clientId, state: "open", limit: 50 },
            }),
          ])
        }
      />
    </>
  );
}
