import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { KeysScreen } from "@/components/platform/keys/keys-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { serviceKeysQuery } from "@/lib/api/client/platform-queries";
import { createServiceKey, listServiceKeys } from "@/lib/clients/service-keys/service-keys";
import { env } from "@/lib/core/env/env";
import { serviceScopes } from "@/lib/core/permissions/platform-permissions";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";

const PATH = "/platform/service-keys";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.keys");
  return { title: t("title") };
}

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
