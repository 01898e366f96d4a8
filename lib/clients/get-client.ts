import { CLIENT_PATH, ofClient, REVEALS } from "@/lib/clients/paths";
import { secretsQuerySchema } from "@/lib/clients/query-schemas";
import { findClient } from "@/lib/clients/repository";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { secretsForResponse } from "@/lib/clients/secrets/secret-material";
import { respondClient } from "@/lib/clients/serialize";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { may } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

type Context = CallContext<
  "organization",
  { params: typeof ofClient; query: typeof secretsQuerySchema }
>;

/**
 * Returns a client of the caller's organization (platform spec, section 4.1). Pages use `secrets: "masked"`.
 * @throws ServiceError not_found or forbidden
 */
export const getClient = operation({
  id: "getClient",
  request: { route: `GET ${CLIENT_PATH}`, params: ofClient, query: secretsQuerySchema },
  access: organization("clients:read"),
  summary: "Fetch a client",
  description: REVEALS,
  tag: "Clients",
  returns: json(clientResponseSchema, "The client.", { etag: true }),
  async run(context) {
    const { query, caller } = context;
    if (query.secrets === "masked" || !may(caller, "secrets:read"))
      return readClient(db(), context);
    return transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "clients:read");
      return readClient(tx, { ...context, caller: current });
    });
  },
});

async function readClient(database: Database, { params, query, caller, info }: Context) {
  const row = await findClient(database, caller.organizationId, params.client_id);
  const view = { caller, info, wanted: query.secrets };
  const secrets = await secretsForResponse(database, row, view);
  return respondClient(row, secrets);
}
