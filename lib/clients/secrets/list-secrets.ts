import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { findClient } from "@/lib/clients/repository";
import { listSecretsContract } from "@/lib/clients/secrets/contract";
import { listLiveSecrets } from "@/lib/clients/secrets/repository";
import { rotationProgress } from "@/lib/clients/secrets/rotation-progress";
import { serializeRotation, serializeSecret } from "@/lib/clients/secrets/serialize-secret";
import { db } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof listSecretsContract;

/**
 * Lists a client's live secrets, masked, newest first, with the progress of a rotation.
 * @throws ServiceError not_found or forbidden
 */
export async function listSecrets({
  params,
  caller,
}: Pick<OperationContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listSecretsContract.permission);
  const owner = { organizationId: caller.organizationId, clientId: params.client_id };
  if (!(await findClient(db(), owner.organizationId, owner.clientId))) throw noSuchClient();
  const rows = await listLiveSecrets(db(), owner);
  const rotation = rotationProgress(rows, new Date());
  return {
    body: {
      items: rows.map((row) => serializeSecret(row)),
      rotation: rotation && serializeRotation(rotation),
    },
  };
}
