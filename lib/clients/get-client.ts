import { requirePermission } from "@/lib/auth/caller";
import { getClientContract } from "@/lib/clients/contract";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { findClient } from "@/lib/clients/repository";
import { presentSecrets } from "@/lib/clients/secrets/present-secrets";
import { serializeClient } from "@/lib/clients/serialize";
import { db } from "@/lib/db/client";
import type { ContractOutput } from "@/lib/http/contract";
import { entityTag } from "@/lib/http/entity-tag";
import type { VerbContext } from "@/lib/http/handle";

type Contract = typeof getClientContract;

/**
 * One client of the caller's organization (document 4.1). Pages ask with `secrets: "masked"`.
 * @throws ServiceError not_found or forbidden
 */
export async function getClient({
  params,
  query,
  caller,
  info,
}: Pick<VerbContext<Contract>, "params" | "query" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  requirePermission(caller, getClientContract.permission);
  const row = await findClient(db(), caller.organizationId, params.client_id);
  if (!row) throw noSuchClient();
  const view = { caller, info, wanted: query.secrets };
  const secrets = await presentSecrets(db(), row, view);
  return { body: serializeClient(row, secrets), headers: { etag: entityTag(row.version) } };
}
