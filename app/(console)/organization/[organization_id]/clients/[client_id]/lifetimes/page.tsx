import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientLifetimes } from "@/components/clients/client-lifetimes";
import { presentClient } from "@/components/clients/present-client";
import { requireClient } from "@/lib/clients/require-client";
import { may } from "@/lib/operation/access/caller";
import { ONLINE_TOKEN_SECONDS } from "@/lib/protocol/tokens/values";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("clientPages.lifetimes");
  return { title: t("tab") };
}

/** How long a client's tokens live. */
export default async function LifetimesPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const { client, caller } = await requireClient(params, `${path}/lifetimes`);
  return (
    <ClientLifetimes
      client={presentClient(client)}
      onlineLifetime={ONLINE_TOKEN_SECONDS}
      clientPath={path}
      mayWrite={may(caller, "clients:write")}
    />
  );
}
