import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordStored } from "@/lib/directory/record-stored";
import { putDirectoryScopeContract } from "@/lib/directory/scopes/contract";
import { auditedScope, serializeScope } from "@/lib/directory/scopes/serialize";
import { storeScope } from "@/lib/directory/scopes/store-scope";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof putDirectoryScopeContract;

/**
 * Creates or changes a scope.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request
 */
export async function putScope({
  params,
  body,
  caller,
  info,
  ifNoneMatch,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, putDirectoryScopeContract.platformPermission);
  const { status, row } = await transaction(async (tx) => {
    const stored = await storeScope(tx, params.name, body);
    const target = `scope:${params.name}`;
    await recordStored(
      tx,
      { caller, info, ifNoneMatch },
      { kind: "scope", target, stored },
      auditedScope,
    );
    return stored;
  });
  return { isNew: status === "created", body: serializeScope(row) };
}
