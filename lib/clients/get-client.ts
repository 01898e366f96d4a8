import { may, requirePermission } from "@/lib/access/caller";
import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { getClientContract } from "@/lib/clients/contract";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { findClient } from "@/lib/clients/repository";
import { presentSecrets } from "@/lib/clients/secrets/present-secrets";
import { serializeClient } from "@/lib/clients/serialize";
import { type Database, db, transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { entityTag } from "@/lib/kernel/http/entity-tag";

type Contract = typeof getClientContract;
type Context = Pick<OperationContext<Contract>, "params" | "query" | "caller" | "info">;

/**
 * Returns a client of the caller's organization (platform spec, section 4.1). Pages use `secrets: "masked"`.
 * @throws ServiceError not_found or forbidden
 */
export async function getClient(context: Context): Promise<ContractOutput<Contract>> {
  const { query, caller } = context;
  requirePermission(caller, getClientContract.permission);
  if (query.secrets === "masked" || !may(caller, "secrets:read")) return read(db(), context);
  return transaction(async (tx) => {
    const current = await lockCaller(tx, caller, getClientContract.permission);
    return read(tx, { ...context, caller: current });
  });
}

async function read(database: Database, { params, query, caller, info }: Context) {
  const row = await findClient(database, caller.organizationId, params.client_id);
  if (!row) throw noSuchClient();
  const view = { caller, info, wanted: query.secrets };
  const secrets = await presentSecrets(database, row, view);
  return { body: serializeClient(row, secrets), headers: { etag: entityTag(row.version) } };
}
