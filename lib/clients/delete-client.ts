import { changeClient } from "@/lib/clients/change-client";
import { deleteClientContract } from "@/lib/clients/contract";
import { presentSecrets } from "@/lib/clients/secrets/present-secrets";
import { lockSecrets } from "@/lib/clients/secrets/repository";
import { serializeClient } from "@/lib/clients/serialize";
import { transaction } from "@/lib/db/client";
import type { ContractOutput } from "@/lib/http/contract";
import type { VerbContext } from "@/lib/http/handle";
import { revokeClientGrants } from "@/lib/oauth/grants/revoke-client-grants";
import { lockCaller } from "@/lib/organizations/lock-caller";

type Contract = typeof deleteClientContract;

/**
 * Deletes a client in any state (document 4.1): it, its grants and its tokens stop at once. The row
 * stays, its ids are never used again.
 * @throws ServiceError not_found or precondition_failed
 */
export function deleteClient(context: VerbContext<Contract>): Promise<ContractOutput<Contract>> {
  const { params, query, info } = context;
  const { organizationId } = context.caller;
  return transaction(async (tx) => {
    const caller = await lockCaller(tx, context.caller, deleteClientContract.permission);
    await lockSecrets(tx, { organizationId, clientId: params.client_id });
    const row = await changeClient(tx, { ...context, caller }, "client.deleted", () => ({
      deletedAt: new Date(),
      isActive: false,
    }));
    await revokeClientGrants(tx, caller, row.clientId);
    const secrets = await presentSecrets(tx, row, { caller, info, wanted: query.secrets });
    return { body: serializeClient(row, secrets) };
  });
}
