import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { changeClient } from "@/lib/clients/change-client";
import { updateClientContract } from "@/lib/clients/contract";
import { rejectOtherValues } from "@/lib/clients/reject-other-values";
import { openSecrets, presentSecrets } from "@/lib/clients/secrets/present-secrets";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import { transaction } from "@/lib/kernel/db/client";
import type { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { entityTag } from "@/lib/kernel/http/entity-tag";
import { invalidFields } from "@/lib/kernel/http/invalid-fields";

type Contract = typeof updateClientContract;

/**
 * Changes a client's name, tags and description (platform spec, section 4.1, rule 3); omitted fields stay the same.
 * @throws ServiceError not_found, precondition_failed, or invalid_request for a changed value of a field that an update
 * does not change
 */
export function updateClient(
  context: OperationContext<Contract>,
): Promise<ContractOutput<Contract>> {
  const { body, query, info } = context;
  const { name, description, tags, user_id: userId } = body.meta;
  return transaction(async (tx) => {
    const caller = await lockCaller(tx, context.caller, updateClientContract.permission);
    const row = await changeClient(tx, { ...context, caller }, "client.updated", async (before) => {
      const masked = before.lastFours.map(maskSecret);
      const clear = body.secret === undefined ? [] : await openSecrets(tx, before);
      rejectOtherValues(body, serializeClient(before, masked), clear);
      if (userId !== undefined && userId !== before.metaUserId) throw userIdIsFixed();
      return { name, description, tags };
    });
    const view = { caller, info, wanted: query.secrets };
    const secrets = await presentSecrets(tx, row, view);
    return { body: serializeClient(row, secrets), headers: { etag: entityTag(row.version) } };
  });
}

function userIdIsFixed(): ServiceError {
  const message = "cannot be changed: omit it or send the current value";
  return invalidFields([{ path: "meta.user_id", message }]);
}
