import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RequestLog } from "@/app/requests/request-log";
import { parseRequestState } from "@/app/requests/request-state";
import { stateHref } from "@/components/list/list-state";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { perform } from "@/lib/operation/perform";
import { getPlatformRequestFigures } from "@/lib/requests/log/get-figures";
import { listPlatformRequests } from "@/lib/requests/log/list-requests";

const PATH = "/platform/requests";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("requests");
  return { title: t("title") };
}

/** The requests of the installation. */
export default async function PlatformRequestsPage(props: { searchParams: Promise<SearchParams> }) {
  const search = await props.searchParams;
  const list = parseRequestState(search, null);
  const { access } = listPlatformRequests;
  const request = firstValue(search, "request");
  const back = stateHref(PATH, { ...list.state, request });
  const caller = await requireOperator(access.permission, back);
  const t = await getTranslations("requests");
  const { query, window } = list;
  return (
    <>
      <h1 className="sr-only">{t("title")}</h1>
      <RequestLog
        {...list}
        scope={{ organizationId: null, clientId: null }}
        path={PATH}
        mayWrite={false}
        read={() =>
          Promise.all([
            perform(listPlatformRequests, { caller, query }),
            perform(getPlatformRequestFigures, { caller, query: { window } }),
          ])
        }
      />
    </>
  );
}
