import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { EventList } from "@/components/activity/event-list";
import {
  eventListHref,
  parseEventListQuery,
  toApiQuery,
} from "@/components/activity/event-list-query";
import { UntrustedName } from "@/components/consent/untrusted-name";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageHeader } from "@/components/ui/page-header";
import { requireOrganizationMember } from "@/lib/auth/require-member";
import { openClient } from "@/lib/clients/open-client";
import { errorTable } from "@/lib/errors";
import { readRequestInfo } from "@/lib/http/request-info";
import type { SearchParams } from "@/lib/http/search-params";
import { checkNames } from "@/lib/oauth/events/check-names";
import { listEvents } from "@/lib/oauth/events/list-events";

export const metadata: Metadata = { title: "Failure log" };

/** What a client was issued and refused, with the check that failed and the likely fix. */
export default async function EventsPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const params = await props.params;
  const listPath = `/organization/${params.organization_id}/clients`;
  const clientPath = `${listPath}/${params.client_id}`;
  const path = `${clientPath}/events`;
  const query = parseEventListQuery(await props.searchParams);
  const { caller } = await requireOrganizationMember(
    params.organization_id,
    eventListHref(path, query),
  );
  const opened = await openClient(caller, params.client_id, readRequestInfo(await headers()));
  if (!opened) notFound();
  const { name = params.client_id } = opened.client.meta;
  const { body } = await listEvents({ params, query: toApiQuery(query), caller });
  return (
    <>
      <PageHeader
        title="Failure log"
        description={
          <>
            What <UntrustedName name={name} /> was issued and refused, newest first. Secrets, codes
            and tokens are never kept.
          </>
        }
        breadcrumbs={
          <Breadcrumbs
            crumbs={[
              { label: "Clients", href: listPath },
              { label: name, href: clientPath },
              { label: "Failure log" },
            ]}
          />
        }
      />
      <EventList
        path={path}
        query={query}
        events={body.items}
        total={body.page.total}
        checks={checkNames}
        errorCodes={Object.keys(errorTable)}
      />
    </>
  );
}
