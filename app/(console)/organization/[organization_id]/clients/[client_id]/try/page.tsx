import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { parseTryTool, TryClient } from "@/components/developer/try-client";
import { ClientMessages } from "@/components/shell/client-messages";
import { requireClient } from "@/lib/clients/require-client";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { listSandboxes } from "@/lib/developer-tools/sandbox/list-sandboxes";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";

interface TryPageProps {
  params: Promise<{ organization_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata(props: TryPageProps): Promise<Metadata> {
  const t = await getTranslations("developer.nav");
  return { title: t(parseTryTool(firstValue(await props.searchParams, "tool")) ?? "flow") };
}

/** Tools for testing a client in a sandbox company. The address without a tool leads to the quick start. */
export default async function TryPage(props: TryPageProps) {
  const params = await props.params;
  const { organization_id: organizationId, client_id: clientId } = params;
  const clientPath = `/organization/${organizationId}/clients/${clientId}`;
  const tool = parseTryTool(firstValue(await props.searchParams, "tool"));
  if (!tool) redirect(`${clientPath}/quick-start#try`);
  const { client, caller } = await requireClient(params, `${clientPath}/try?tool=${tool}`);
  return (
    <ClientMessages namespaces={["developer"]}>
      <TryClient
        tool={tool}
        client={{
          organizationId,
          clientId,
          baseUrl: client.base_url,
          isActive: client.is_active,
        }}
        clientPath={clientPath}
        sandboxes={await perform(listSandboxes, { caller })}
        role={caller.role}
        mayWrite={may(caller, "clients:write")}
      />
    </ClientMessages>
  );
}
