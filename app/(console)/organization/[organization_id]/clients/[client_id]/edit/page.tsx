import type { Metadata } from "next";
import { headers } from "next/headers";
import { forbidden } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { EditClient } from "@/components/clients/edit-client";
import { ClientMessages } from "@/components/shell/client-messages";
import { mayOpen } from "@/lib/audit/may-open";
import { patchClient } from "@/lib/clients/patch-client";
import { requireClient } from "@/lib/clients/require-client";
import { env } from "@/lib/core/env";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { listKnownScopes } from "@/lib/protocol/scopes/describe-scopes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.client");
  return { title: t("edit") };
}

/** Changes a client's name, addresses, scopes and tokens. */
export default async function EditClientPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const { client, caller } = await requireClient(params, `${path}/edit`);
  const info = readRequestInfo(await headers());
  if (!(await mayOpen(caller, patchClient, info, params.client_id))) forbidden();
  const t = await getTranslations("clientForm.edit");
  return (
    <>
      <h2 className="text-xl">{t("title")}</h2>
      <ClientMessages namespaces={["clientForm", "clientWords", "scopes"]}>
        <EditClient
          client={client}
          path={path}
          clusterUrl={env().clusterUrl}
          catalogue={await listKnownScopes(await getLocale())}
        />
      </ClientMessages>
    </>
  );
}
