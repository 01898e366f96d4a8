import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { getManifestContract } from "@/lib/clients/manifest/contract";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { findClient } from "@/lib/clients/repository";
import { serializeClient } from "@/lib/clients/serialize";
import { db } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getManifestContract;

/**
 * Returns the manifest of a client of the caller's organization.
 * @throws ServiceError not_found or forbidden
 */
export async function getManifest({
  params,
  caller,
}: Pick<OperationContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, getManifestContract.permission);
  const row = await findClient(db(), caller.organizationId, params.client_id);
  if (!row) throw noSuchClient();
  const client = serializeClient(row, []);
  const { name, description, tags } = client.meta;
  const { type, permissions } = client.scopes;
  return {
    body: {
      latchkey_manifest: 1,
      meta: { name, description, tags },
      client_type: client.client_type,
      base_url: client.base_url,
      redirect_urls: client.redirect_urls,
      scopes: { type, permissions },
      grants: client.grants,
      access_token_lifetime: client.access_token_lifetime,
      refresh_token_lifetime: client.refresh_token_lifetime,
      refresh_rotation: client.refresh_rotation,
      require_pkce: client.require_pkce,
      policy_uri: client.policy_uri,
      tos_uri: client.tos_uri,
      support_email: client.support_email,
    },
  };
}
