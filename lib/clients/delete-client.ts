import { changeClient } from "@/lib/clients/change-client";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import { CLIENT_PATH, ofClient, REVEALS } from "@/lib/clients/paths";
import { secretsQuerySchema } from "@/lib/clients/query-schemas";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { presentSecrets } from "@/lib/clients/secrets/present-secrets";
import { lockSecrets } from "@/lib/clients/secrets/repository";
import {
  lockHolderOrganizations,
  revokeSeenSecrets,
} from "@/lib/clients/secrets/revoke-seen-secrets";
import { serializeClient } from "@/lib/clients/serialize";
import { revokeClientGrants } from "@/lib/consent/grants/revoke-client-grants";
import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Deletes a client in any state (platform spec, section 4.1). The client, its grants and its tokens stop at once, as do
 * the secrets of more powerful clients that it has seen. The row stays, so its ids are never reused.
 * @throws ServiceError not_found or precondition_failed
 */
export const deleteClient = operation({
  id: "deleteClient",
  route: `DELETE ${CLIENT_PATH}`,
  access: organization("clients:write"),
  summary: "Delete a client",
  description: `Stops the client, its grants and its tokens immediately. You can restore the client for ${RESTORE_DAYS} days. ${REVEALS}`,
  tag: "Clients",
  params: ofClient,
  query: secretsQuerySchema,
  returns: json(clientResponseSchema, "The deleted client."),
  errors: ["precondition_failed"],
  run(context) {
    const { params, query, info } = context;
    const { organizationId } = context.caller;
    return transaction(async (tx) => {
      const places = await lockHolderOrganizations(tx, organizationId, params.client_id);
      const caller = await lockCaller(tx, context.caller, "clients:write");
      await lockSecrets(tx, { organizationId, clientId: params.client_id });
      await revokeSeenSecrets(tx, params.client_id, places, { caller, info });
      const row = await changeClient(tx, { ...context, caller }, "client.deleted", () => ({
        deletedAt: new Date(),
        isActive: false,
      }));
      await revokeClientGrants(tx, caller, row.clientId);
      const secrets = await presentSecrets(tx, row, { caller, info, wanted: query.secrets });
      return { body: serializeClient(row, secrets) };
    });
  },
});
