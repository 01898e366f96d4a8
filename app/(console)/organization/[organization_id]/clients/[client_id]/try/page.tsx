import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TryFlow } from "@/components/developer/try-flow";
import { ClientMessages } from "@/components/shell/client-messages";
import { may } from "@/lib/access/caller";
import { requireClient } from "@/lib/clients/require-client";
import { listSandboxes } from "@/lib/developer-tools/sandbox/list-sandboxes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("developer");
  return { title: t("nav.label") };
}

/** Walks a client through the flow in a sandbox company, one request at a time. */
export default async function TryPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const { organization_id: organizationId, client_id: clientId } = params;
  const clientPath = `/organization/${organizationId}/clients/${clientId}`;
  const { client, caller } = await requireClient(params, `${clientPath}/try`);
  return (
    <ClientMessages namespaces={["developer"]}>
      <TryFlow
        organizationId={organizationId}
        clientId={clientId}
        clientPath={clientPath}
        sandboxes={await listSandboxes(caller)}
        role={caller.role}
        mayWrite={may(caller, "clients:write")}
        redirectUrls={client.redirect_urls}
      />
    </ClientMessages>
  );
}
