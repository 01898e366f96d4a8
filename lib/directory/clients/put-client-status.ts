import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { putDirectoryClientStatusContract } from "@/lib/directory/clients/contract";
import { decideAboutClient } from "@/lib/directory/clients/decide-about-client";
import { serializeClient } from "@/lib/directory/clients/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { entityTag } from "@/lib/kernel/http/entity-tag";

type Contract = typeof putDirectoryClientStatusContract;

/**
 * Suspends an extension, or ends its suspension. Sending the same again changes nothing.
 * @throws ServiceError forbidden, insufficient_scope, not_found, precondition_failed, invalid_request without a reason
 */
export async function putClientStatus({
  params,
  body: { suspended, reason },
  caller,
  ifMatch,
  info,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, putDirectoryClientStatusContract.platformPermission);
  const record = {
    kind: "client_status",
    audited: (row: Parameters<typeof serializeClient>[0]) => {
      const client = serializeClient(row);
      return { suspended: client.suspended, reason: client.reason };
    },
  };
  const row = await decideAboutClient(
    params.client_id,
    { caller, ifMatch, info },
    record,
    (before) => ({
      suspendedAt: suspended ? (before.suspendedAt ?? new Date()) : null,
      suspensionReason: suspended ? (reason ?? null) : null,
    }),
  );
  return { body: serializeClient(row), headers: { etag: entityTag(row.version) } };
}
