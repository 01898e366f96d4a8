import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TryConformance } from "@/components/developer/try-conformance";
import { ClientMessages } from "@/components/shell/client-messages";
import { may } from "@/lib/access/caller";
import { requireClient } from "@/lib/clients/require-client";
import { listSandboxes } from "@/lib/developer-tools/sandbox/list-sandboxes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("developer");
  return { title: t("conformance.title") };
}

/** Drives the extension of a client through the flow, with a verdict for each step. */
export default async function ConformancePage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const { organization_id: organizationId, client_id: clientId } = params;
  const clientPath = `/organization/${organizationId}/clients/${clientId}`;
  const { client, caller } = await requireClient(params, `${clientPath}/conformance`);
  return (
    <ClientMessages namespaces={["developer"]}>
      <TryConformance
        organizationId={organizationId}
        clientId={clientId}
        clientPath={clientPath}
        sandboxes={await listSandboxes(caller)}
        role={caller.role}
        mayWrite={may(caller, "clients:write")}
        baseUrl={client.base_url}
        isActive={client.is_active}
      />
    </ClientMessages>
  );
}
