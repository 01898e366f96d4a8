import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordStored } from "@/lib/directory/record-stored";
import { putDirectoryUserContract } from "@/lib/directory/users/contract";
import { auditedUser, serializeUser } from "@/lib/directory/users/serialize";
import { storeUser } from "@/lib/directory/users/store-user";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof putDirectoryUserContract;

/**
 * Creates or changes a person.
 * @throws ServiceError forbidden, insufficient_scope, conflict, precondition_failed
 */
export async function putUser({
  params,
  body,
  caller,
  info,
  ifNoneMatch,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, putDirectoryUserContract.platformPermission);
  const { status, row } = await transaction(async (tx) => {
    const stored = await storeUser(tx, params.external_id, body);
    const target = `user:${stored.row.id}`;
    await recordStored(
      tx,
      { caller, info, ifNoneMatch },
      { kind: "user", target, stored },
      auditedUser,
    );
    return stored;
  });
  return { isNew: status === "created", body: serializeUser(row) };
}
