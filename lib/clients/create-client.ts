import type { OperationContext } from "@/lib/access/operation-context";
import type { createClientContract } from "@/lib/clients/contract";
import { registerClient } from "@/lib/clients/register-client";
import { serializeClient } from "@/lib/clients/serialize";
import { warnOfUnknownScopes } from "@/lib/clients/warn-of-unknown-scopes";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { entityTag } from "@/lib/kernel/http/entity-tag";

type Contract = typeof createClientContract;

/**
 * Registers a client with its first secret and its system user (platform spec, section 4.1).
 * @throws ServiceError forbidden for a scope with a permission the caller lacks
 */
export async function createClient({
  body,
  caller,
  info,
}: Pick<OperationContext<Contract>, "body" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  const { row, secret } = await transaction((tx) => registerClient(tx, caller, info, body));
  return {
    body: { ...serializeClient(row, [secret]), ...(await warnOfUnknownScopes(row.scopes)) },
    headers: { etag: entityTag(row.version) },
  };
}
