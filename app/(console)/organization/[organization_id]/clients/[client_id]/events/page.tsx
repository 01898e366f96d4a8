import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FailureLog, parseEventListQuery } from "@/components/activity/failure-log";
import { UntrustedName } from "@/components/consent/untrusted-name";
import { listHref, toApiQuery } from "@/components/list/list-query";
import { requireClient } from "@/lib/clients/require-client";
import { checkNames } from "@/lib/core/diagnosis/check-values";
import { errorTable } from "@/lib/core/errors";
import type { SearchParams } from "@/lib/core/http/search-params";
import { totalOf } from "@/lib/core/schemas/total-of";
import { perform } from "@/lib/operation/perform";
import { listEvents } from "@/lib/requests/events/list-events";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("events");
  return { title: t("title") };
}

/** A client's requests, with the failed check and the likely fix of each denial. */
export default async function EventsPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}/events`;
  const query = parseEventListQuery(await props.searchParams);
  const { client, caller } = await requireClient(params, listHref(path, query));
  const { name = params.client_id } = client.meta;
  const { body } = await perform(listEvents, { params, query: toApiQuery(query), caller });
  const t = await getTranslations("events");
  return (
    <>
      <div className="grid gap-1">
        <h2 className="text-xl">{t("title")}</h2>
        <p className="max-w-reading text-muted">
          {t.rich("explanation", { client: () => <UntrustedName name={name} /> })}
        </p>
      </div>
      <FailureLog
        path={path}
        query={query}
        events={body.items}
        total={totalOf(body.page)}
        checks={checkNames}
        errorCodes={Object.keys(errorTable)}
      />
    </>
  );
}
