import { newId } from "@/lib/core/crypto/ids";
import { type Call, recordCall } from "@/lib/gate/calls/record-call";
import type { Installation } from "@/test/factories/mint-installation";

/**
 * Records a call of an installation's extension with any properties: by default an allowed one of the product list,
 * now. `flushCalls` stores it.
 */
export function mintCall(
  { client, companyId }: Pick<Installation, "client" | "companyId">,
  columns: Partial<Call> = {},
): Call {
  const startedAt = columns.startedAt ?? new Date();
  const call: Call = {
    requestId: newId(startedAt.getTime()),
    startedAt,
    clientId: client.clientId,
    companyId,
    organizationId: null,
    callerKind: "system_user",
    systemUserId: client.systemUserId,
    userId: null,
    scope: "company/products/read",
    method: "GET",
    path: "/service/application/catalog/v1.0/products/",
    status: 200,
    milliseconds: 5,
    gateKeyId: null,
    denial: null,
    ...columns,
  };
  recordCall(call);
  return call;
}
