import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientCredentials } from "@/components/clients/client-credentials";
import { Hydrated } from "@/components/shell/hydrated";
import { requireClient } from "@/lib/clients/require-client";
import { env } from "@/lib/core/env/env";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { providerHref } from "@/lib/identity/sessions/sign-in-return-path";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { describeLink } from "@/lib/platform/provider/link/link";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("clientPages.credentials");
  return { title: t("title") };
}

/** A client's key and its secrets. Opening the page reveals no secret. */
export default async function CredentialsPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const { client, secrets, rotation, caller } = await requireClient(params, `${path}/credentials`);
  const session = await requireSession(`${path}/credentials`);
  const { provider, hasPassword } = await perform(describeLink, { caller: { session } });
  return (
    <Hydrated namespaces={["client", "clientWords"]}>
      <ClientCredentials
        client={client}
        secrets={secrets}
        rotation={rotation}
        clusterUrl={env().clusterUrl}
        now={new Date().toISOString()}
        mayWrite={may(caller, "clients:write")}
        mayReveal={may(caller, "secrets:read")}
        signInAgain={
          provider && !hasPassword
            ? { provider, href: providerHref(`${path}/credentials`, "again") }
            : null
        }
      />
    </Hydrated>
  );
}
