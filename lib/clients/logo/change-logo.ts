import { changeClient } from "@/lib/clients/change-client";
import { asProposed } from "@/lib/clients/listing/review";
import { CLIENT_PATH, type ofClient } from "@/lib/clients/paths";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import type { clientResponseSchema } from "@/lib/clients/schemas";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import { type Database, transaction } from "@/lib/core/db/client";
import { entityTag } from "@/lib/core/http/entity-tag";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import type { CallContext } from "@/lib/operation/operation";
import type { JsonResult } from "@/lib/operation/returns";

/**
 * Gives a client the logo that `store` returns, or none.
 * @param store returns the id of an image, stored in the same transaction
 * @throws ServiceError not_found, precondition_failed, or forbidden for a scope with a permission the caller lacks
 */
export function changeLogo(
  context: Pick<
    CallContext<"organization", { params: typeof ofClient }>,
    "params" | "caller" | "ifMatch" | "info"
  >,
  store: (tx: Database) => Promise<string | null>,
): Promise<JsonResult<typeof clientResponseSchema>> {
  return transaction(async (tx) => {
    const caller = await lockCaller(tx, context.caller, "clients:write");
    const row = await changeClient(tx, { ...context, caller }, "client.updated", async (before) => {
      requireScopeAuthority(caller, asProposed(before).scopes);
      return { logoId: await store(tx) };
    });
    const body = serializeClient(row, row.lastFours.map(maskSecret));
    return { body, headers: { etag: entityTag(row.version) } };
  });
}

export const path = `${CLIENT_PATH}/logo` as const;
