import {
  type BulkResult,
  bulkActionSchema,
  bulkResultSchema,
  MAX_BULK_CLIENTS,
} from "@/lib/clients/bulk/schemas";
import { changeClient } from "@/lib/clients/change-client";
import { META_SCHEMAS } from "@/lib/clients/field-schemas";
import { asProposed } from "@/lib/clients/listing/review";
import { COLLECTION_PATH } from "@/lib/clients/paths";
import { type ClientChange, type ClientRow, lockClient } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { toServiceError } from "@/lib/core/http/render-error";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

type Context = CallContext<"organization", { body: typeof bulkActionSchema }>;
type Action = Context["body"];

export const changeClients = operation({
  id: "changeClients",
  request: {
    route: `POST ${COLLECTION_PATH}/bulk`,
    params: organizationParams,
    body: bulkActionSchema,
  },
  access: organization("clients:write"),
  summary: "Change many clients",
  description: `Activates, deactivates or tags up to ${MAX_BULK_CLIENTS} clients. Each client is changed separately, regardless of its version. A failure does not affect the other clients; the response reports the outcome for each.`,
  tag: "Clients",
  returns: json(bulkResultSchema, "The outcome for each client."),
  async run(context) {
    const items: BulkResult["items"] = [];
    for (const clientId of context.body.client_ids) {
      items.push({ client_id: clientId, ...(await changeOne(context, clientId)) });
    }
    return { body: { items } };
  },
});

type Outcome = Pick<BulkResult["items"][number], "outcome" | "error" | "message">;

async function changeOne(
  context: Pick<Context, "body" | "caller" | "info">,
  clientId: string,
): Promise<Outcome> {
  const { body, caller, info } = context;
  try {
    const outcome = await transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "clients:write");
      const row = await lockClient(tx, caller.organizationId, clientId);
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

/** The change that the action makes in a client; null if none. */
function changeOf(action: Action, row: ClientRow): ClientChange | null {
  if (action.action === "activate" || action.action === "deactivate") {
    const isActive = action.action === "activate";
    return row.isActive === isActive ? null : { isActive };
  }
  const actionTags = action.tags ?? [];
  const tags =
    action.action === "add_tags"
      ? [...new Set([...row.tags, ...actionTags])]
      : row.tags.filter((tag) => !actionTags.includes(tag));
  if (tags.length === row.tags.length) return null;
  const parsed = META_SCHEMAS.tags.safeParse(tags);
  if (parsed.success) return { tags };
  throw new ServiceError("invalid_request", `tags: ${parsed.error.issues[0]?.message}`);
}
