import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { KeysScreen } from "@/components/platform/keys/keys-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { mayOnPlatform } from "@/lib/access/platform-caller";
import { serviceKeysQuery } from "@/lib/api-client/platform-queries";
import { requireOperator } from "@/lib/auth/require-operator";
import { env } from "@/lib/kernel/env";
import { serviceScopes } from "@/lib/kernel/platform-permissions";
import { createServiceKeyContract, listServiceKeysContract } from "@/lib/service-keys/contract";
import { listServiceKeys } from "@/lib/service-keys/list-service-keys";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.keys");
  return { title: t("title") };
}

/** The keys of the platform's own backends and gateways. */
export default async function ServiceKeysPage() {
  const { platformPermission } = listServiceKeysContract;
  const caller = await requireOperator(platformPermission, "/platform/service-keys");
  const { body } = await listServiceKeys({ caller });
  return (
    <Hydrated namespaces={["platform"]} data={[[serviceKeysQuery().queryKey, body]]}>
      <KeysScreen
        scopes={serviceScopes}
        clusterUrl={env().clusterUrl}
        mayWrite={mayOnPlatform(caller, createServiceKeyContract.platformPermission)}
      />
    </Hydrated>
  );
}
