import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TrySandbox } from "@/components/developer/try-sandbox";
import { ClientMessages } from "@/components/shell/client-messages";
import { may } from "@/lib/access/caller";
import { requireClient } from "@/lib/clients/require-client";
import { listSandboxes } from "@/lib/developer-tools/sandbox/list-sandboxes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("developer");
  return { title: t("clock.title") };
}

/** Lets things happen to a client in a sandbox company at once. */
export default async function SandboxPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const { organization_id: organizationId, client_id: clientId } = params;
  const clientPath = `/organization/${organizationId}/clients/${clientId}`;
  const { caller } = await requireClient(params, `${clientPath}/sandbox`);
  return (
    <ClientMessages namespaces={["developer"]}>
      <TrySandbox
        organizationId={organizationId}
        clientId={clientId}
        clientPath={clientPath}
        sandboxes={await listSandboxes(caller)}
        role={caller.role}
        mayWrite={may(caller, "clients:write")}
      />
    </ClientMessages>
  );
}
