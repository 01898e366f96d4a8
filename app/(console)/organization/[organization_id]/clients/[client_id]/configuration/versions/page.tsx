import { headers } from "next/headers";
import { forbidden } from "next/navigation";
import { type PageProps, titled } from "@/app/page-parts";
import { versionsOf } from "@/components/clients/versions/client-versions";
import { VersionsScreen } from "@/components/clients/versions/versions-screen";
import { stateHref } from "@/components/list/list-state";
import { listAudit } from "@/lib/audit/read-audit";
import { mayOpen } from "@/lib/audit/record-denied-access";
import type { AuditEntry } from "@/lib/audit/schemas";
import { requireClient } from "@/lib/clients/require-client";
import { env } from "@/lib/core/env/env";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { firstValue } from "@/lib/core/http/search-params";
import { type Caller, may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";

/** Entries that are read of each action. */
const MAX_ENTRIES = 100;

/** Actions that change what a publisher configures. */
const ACTIONS = ["client.updated", "client_listing.updated", "client.created"];

export const generateMetadata = titled("clientPages.versions.title");

/** The earlier versions of a client's configuration. */
export default async function VersionsPage(props: PageProps<"organization_id" | "client_id">) {
  const params = await props.params;
  const search = await props.searchParams;
  const listPath = `/organization/${params.organization_id}/clients`;
  const path = `${listPath}/${params.client_id}/configuration/versions`;
  const chosen = { version: firstValue(search, "version"), with: firstValue(search, "with") };
  const { client, caller } = await requireClient(params, stateHref(path, chosen));
  if (!(await mayOpen(caller, listAudit, readRequestInfo(await headers())))) forbidden();
  return (
    <VersionsScreen
      client={client}
      versions={versionsOf(client, await readChanges(caller, params.client_id))}
      chosen={chosen}
      path={path}
      mayWrite={may(caller, "clients:write")}
      clusterUrl={env().clusterUrl}
    />
  );
}

/** The newest entries about a client's configuration, newest first, without gaps. */
async function readChanges(caller: Caller, clientId: string): Promise<AuditEntry[]> {
  const ofClient = { target: `client:${clientId}`, page_no: 1, page_size: MAX_ENTRIES };
  const pages = await Promise.all(
    ACTIONS.map(async (action) => {
      const query = { ...ofClient, action, page_type: "cursor" } as const;
      return (await perform(listAudit, { query, caller })).body;
    }),
  );
  const since = pages.map(({ items, page }) => (page.has_next ? Number(items.at(-1)?.id) : 0));
  return pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => Number(id) >= Math.max(...since))
    .toSorted((a, b) => Number(b.id) - Number(a.id));
}
