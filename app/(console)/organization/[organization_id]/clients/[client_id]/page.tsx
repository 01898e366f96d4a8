import { ClientOverview } from "@/components/clients/client-overview";
import { presentClient } from "@/components/clients/present-client";
import { ClientMessages } from "@/components/shell/client-messages";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { requireClient } from "@/lib/clients/require-client";
import { env } from "@/lib/core/env";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";

/** The overview of one client: its settings and its use. */
export default async function ClientPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const listPath = `/organization/${params.organization_id}/clients`;
  const { client, caller } = await requireClient(params, `${listPath}/${params.client_id}`);
  const impact = await perform(getImpact, { params, caller });
  return (
    <ClientMessages namespaces={["client", "clientWords", "logo"]}>
      <ClientOverview
        client={presentClient(client)}
        impact={impact.body}
        clusterUrl={env().clusterUrl}
        mayWrite={may(caller, "clients:write")}
        listPath={listPath}
      />
    </ClientMessages>
  );
}
