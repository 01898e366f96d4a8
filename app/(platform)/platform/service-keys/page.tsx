import { titled } from "@/app/page-parts";
import { KeysScreen } from "@/components/platform/keys/keys-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { serviceKeysQuery } from "@/lib/api/client/platform-queries";
import { createServiceKey, listServiceKeys } from "@/lib/clients/service-keys/service-keys";
import { env } from "@/lib/core/env/env";
import { serviceScopes } from "@/lib/core/permissions/platform-permissions";
import { requireOperator } from "@/lib/identity/sessions/current-session";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";

const PATH = "/platform/service-keys";

export const generateMetadata = titled("platform.keys.title");

/** The keys of the platform's own backends and gateways. */
export default async function ServiceKeysPage() {
  const { access } = listServiceKeys;
  const caller = await requireOperator(access.permission, PATH);
  const { body } = await perform(listServiceKeys, { caller });
  return (
    <Hydrated namespaces={["platform"]} data={[[serviceKeysQuery().queryKey, body]]}>
      <KeysScreen
        path={PATH}
        state={{}}
        scopes={serviceScopes}
        clusterUrl={env().clusterUrl}
        mayWrite={mayOnPlatform(caller, createServiceKey.access.permission)}
      />
    </Hydrated>
  );
}
