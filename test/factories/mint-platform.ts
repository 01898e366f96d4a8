import { createServiceKeyFromShell } from "@/lib/clients/service-keys/service-keys";
import { serviceTokenEndpoint } from "@/lib/clients/service-keys/service-token-endpoint";
import { db, transaction } from "@/lib/core/db/client";
import type { OperatorRole, ServiceScope } from "@/lib/core/permissions/platform-permissions";
import { type MintedUser, mintUser } from "@/test/factories/mint";
import { fieldsOf, textOf } from "@/test/requests/read-json";
import { requestServiceToken } from "@/test/requests/request-service-token";

/** A service key with its secret. */
export type MintedServiceKey = { clientId: string; clientSecret: string };

/** A signed-in member of the platform's staff. */
export async function mintOperator(role: OperatorRole = "operator"): Promise<MintedUser> {
  const user = await mintUser();
  await db().user.update({
    where: { id: user.userId },
    data: { operatorRole: role, operatorSource: "local" },
  });
  return user;
}

/** A service key. */
export function mintServiceKey(scopes: ServiceScope[]): Promise<MintedServiceKey> {
  return transaction((tx) => createServiceKeyFromShell(tx, { name: "Minted", scopes }));
}

/** An access token of a new service key. */
export async function mintServiceToken(scopes: ServiceScope[]): Promise<string> {
  const key = await mintServiceKey(scopes);
  const response = await serviceTokenEndpoint(requestServiceToken(key));
  return textOf(fieldsOf(await response.json()).access_token);
}
