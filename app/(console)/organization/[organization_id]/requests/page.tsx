import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RequestLog } from "@/app/requests/request-log";
import { parseRequestState } from "@/app/requests/request-state";
import { stateHref } from "@/components/list/list-state";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { requireOrganizationMember } from "@/lib/identity/sessions/require-member";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { getRequestFigures } from "@/lib/requests/log/get-figures";
import { listRequests } from "@/lib/requests/log/list-requests";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("requests");
  return { title: t("title") };
}

/** The requests of all clients of an organization. */
export default async function RequestsPage(props: {
  params: Promise<{ organization_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { organization_id: organizationId } = await props.params;
  const search = await props.searchParams;
  const path = `/organization/${organizationId}/requests`;
  const list = parseRequestState(search, null);
  const request = firstValue(search, "request");
  const back = stateHref(path, { ...list.state, request });
  const { caller } = await requireOrganizationMember(organizationId, back);
  const t = await getTranslations("requests");
  const { query, window } = list;
  return (
    <>
      <h1 className="sr-only">{t("title")}</h1>
      <RequestLog
        {...list}
        scope={{ organizationId, clientId: null }}
        path={path}
        mayWrite={may(caller, "clients:write")}
        read={() =>
          Promise.all([
            perform(listRequests, { caller, query }),
            perform(getRequestFigures, { caller, query: { window } }),
          ])
        }
      />
    </>
  );
}
