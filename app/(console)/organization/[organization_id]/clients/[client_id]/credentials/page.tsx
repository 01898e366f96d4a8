import { type PageProps, titled } from "@/app/page-parts";
import { Credentials } from "@/components/clients/credentials";
import { Hydrated } from "@/components/shell/hydrated";
import { requireClient } from "@/lib/clients/require-client";
import { env } from "@/lib/core/env/env";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { providerHref } from "@/lib/identity/sessions/sign-in-return-path";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { describeLink } from "@/lib/platform/provider/link/link";

export const generateMetadata = titled("client.credentials.title");

/** A client's key and its secrets. Opening the page reveals no secret. */
export default async function CredentialsPage(props: PageProps<"organization_id" | "client_id">) {
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const { client, secrets, rotation, caller } = await requireClient(params, `${path}/credentials`);
  const session = await requireSession(`${path}/credentials`);
  const { provider, hasPassword } = await perform(describeLink, { caller: { session } });
  return (
    <Hydrated namespaces={["client", "clientWords"]}>
      <Credentials
        client={client}
        secrets={secrets}
        rotation={rotation}
        clusterUrl={env().clusterUrl}
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
