import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientScopes } from "@/components/clients/client-scopes";
import { requireClient } from "@/lib/clients/require-client";
import { listScopeUse } from "@/lib/clients/scope-use/list-scope-use";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { findUnknownScopes } from "@/lib/protocol/scopes/find-unknown-scopes";

const DAY_MS = 86_400_000;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("clientPages.scopes");
  return { title: t("tab") };
}

/** The scopes that a client may request, and those that it uses. */
export default async function ScopesPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const { client, caller } = await requireClient(params, `${path}/scopes`);
  const names = client.scopes.permissions;
  const [scopes, unknown, use] = await Promise.all([
    describeScopes(names, await getLocale()),
    findUnknownScopes(names),
    perform(listScopeUse, { caller, params }),
  ]);
  return (
    <ClientScopes
      scopes={scopes}
      unknown={unknown}
      use={use.map((each) => ({ ...each, lastCallAt: each.lastUsedAt.toISOString() }))}
      days={USE_DAYS}
      isOldEnough={Date.now() - Date.parse(client.created_at) > USE_DAYS * DAY_MS}
      clientPath={path}
      mayWrite={may(caller, "clients:write")}
    />
  );
}
