import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientRedirectUrls } from "@/components/clients/client-redirect-urls";
import { presentClient } from "@/components/clients/present-client";
import { ClientMessages } from "@/components/shell/client-messages";
import { requireClient } from "@/lib/clients/require-client";
import { may } from "@/lib/operation/access/caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("clientPages.redirectUrls");
  return { title: t("tab") };
}

/** The redirect URLs of a client, and a check for one that was rejected. */
export default async function RedirectUrlsPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const { client, caller } = await requireClient(params, `${path}/redirect-urls`);
  return (
    <ClientMessages namespaces={["client"]}>
      <ClientRedirectUrls
        client={presentClient(client)}
        clientPath={path}
        mayWrite={may(caller, "clients:write")}
      />
    </ClientMessages>
  );
}
