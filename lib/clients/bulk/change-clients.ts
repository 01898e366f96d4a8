import type { z } from "zod";
import { requirePermission } from "@/lib/access/caller";
import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { changeClientsContract } from "@/lib/clients/bulk/contract";
import type { BulkResult, bulkActionSchema } from "@/lib/clients/bulk/schemas";
import { changeClient } from "@/lib/clients/change-client";
import { tagsSchema } from "@/lib/clients/field-schemas";
import { asProposed } from "@/lib/clients/listing/review";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { type ClientChange, type ClientRow, lockClient } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { toServiceError } from "@/lib/kernel/http/render-error";

type Contract = typeof changeClientsContract;
type Context = Pick<OperationContext<Contract>, "body" | "caller" | "info">;
type Action = z.output<typeof bulkActionSchema>;

/**
 * Changes clients one by one, each in its own transaction and with its own audit row.
 * @returns the outcome for each, in the order sent; one failure does not fail the request
 * @throws ServiceError forbidden
 */
export async function changeClients(context: Context): Promise<ContractOutput<Contract>> {
  requirePermission(context.caller, changeClientsContract.permission);
  const items: BulkResult["items"] = [];
  for (const clientId of context.body.client_ids) {
    items.push({ client_id: clientId, ...(await changeOne(context, clientId)) });
  }
  return { body: { items } };
}

type Outcome = Pick<BulkResult["items"][number], "outcome" | "error" | "message">;

async function changeOne(context: Context, clientId: string): Promise<Outcome> {
  const { body, caller, info } = context;
  try {
    const outcome = await transaction(async (tx) => {
      const current = await lockCaller(tx, caller, changeClientsContract.permission);
      const row = await lockClient(tx, caller.organizationId, clientId);
      if (!row) throw noSuchClient();
      const change = changeOf(body, row);
      if (!change) return "unchanged";
      if (change.isActive) requireScopeAuthority(current, asProposed(row).scopes);
      const target = { params: { client_id: clientId }, caller, ifMatch: null, info };
      await changeClient(tx, target, "client.updated", () => change);
      return "changed";
    });
    return { outcome, error: null, message: null };
  } catch (thrown) {
    const { code, message } = toServiceError(thrown, info.requestId);
    return { outcome: "refused", error: code, message };
  }
}

/** What the action changes in a client; null if nothing. */
function changeOf(action: Action, row: ClientRow): ClientChange | null {
  if (action.action === "activate" || action.action === "deactivate") {
    const isActive = action.action === "activate";
    return row.isActive === isActive ? null : { isActive };
  }
  const named = action.tags ?? [];
  const tags =
    action.action === "add_tags"
      ? [...new Set([...row.tags, ...named])]
      : row.tags.filter((tag) => !named.includes(tag));
  if (tags.length === row.tags.length) return null;
  const parsed = tagsSchema.safeParse(tags);
  if (parsed.success) return { tags };
  throw new ServiceError("invalid_request", `tags: ${parsed.error.issues[0]?.message}`);
}
