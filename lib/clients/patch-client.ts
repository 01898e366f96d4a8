import type { z } from "zod";
import { changeClient } from "@/lib/clients/change-client";
import { columnsOf } from "@/lib/clients/columns";
import { patchClientSchema } from "@/lib/clients/input-schemas";
import { isReviewed } from "@/lib/clients/listing/divide-change";
import { asProposed } from "@/lib/clients/listing/review";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import type { ClientChange } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { keepWithinPermissions } from "@/lib/clients/secrets/excess-secrets";
import { lockSecrets } from "@/lib/clients/secrets/repository";
import { respondClient, warnOfUnknownScopes } from "@/lib/clients/serialize";
import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { actorOf } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { type JsonResult, json } from "@/lib/operation/returns";
import { parseScopes } from "@/lib/protocol/scopes/parse-scopes";
import { requestApproval, requireApproval } from "@/lib/protocol/scopes/require-approval";

type Body = Omit<z.output<typeof patchClientSchema>, "revoke_secrets">;

/**
 * Changes a client's settings; omitted fields stay the same. If the client's scopes before or after the change include
 * a permission the caller lacks, the caller can only deactivate the client. A restricted scope needs an operator's
 * approval, which is requested if it is missing.
 * @throws ServiceError not_found, precondition_failed, forbidden for a permission the caller lacks, invalid_request for
 * a scope that is deprecated or not approved, or conflict if a secret would gain permissions that someone who has seen it lacks
 */
export const patchClient = operation({
  id: "patchClient",
  request: { route: `PATCH ${CLIENT_PATH}`, params: ofClient, body: patchClientSchema },
  access: organization("clients:write"),
  summary: "Change a client's settings",
  description:
    "Changes redirect URLs, base URL, scopes, grants, lifetimes, rotation, PKCE and whether the client is active; omitted fields stay the same. If the scopes before or after the change include a permission that the caller lacks, the caller can only deactivate the client. Secrets are masked in the response.",
  tag: "Clients",
  returns: json(clientResponseSchema, "The changed client.", { etag: true }),
  errors: ["conflict", "precondition_failed"],
  async run(context) {
    try {
      const { body, ...more } = await patch(context);
      const scopes = context.body.scopes ? body.scopes.permissions : [];
      return { body: { ...body, ...(await warnOfUnknownScopes(scopes)) }, ...more };
    } catch (thrown) {
      await requestApproval(thrown, actorOf(context.caller));
      throw thrown;
    }
  },
});

function patch(
  context: CallContext<"organization", { params: typeof ofClient; body: typeof patchClientSchema }>,
): Promise<JsonResult<typeof clientResponseSchema>> {
  const { revoke_secrets: revokeSecrets = false, ...settings } = context.body;
  const change = changeOf(settings);
  return transaction(async (tx) => {
    const caller = await lockCaller(tx, context.caller, "clients:write");
    if (change.scopes) {
      const clientId = context.params.client_id;
      await lockSecrets({ organizationId: caller.organizationId, clientId }, tx);
    }
    const decision = { caller, info: context.info, revokeSecrets };
    const row = await changeClient(tx, { ...context, caller }, "client.updated", async (before) => {
      const current = asProposed(before);
      const scopes = change.scopes ?? current.scopes;
      if (!onlyStops(settings)) requireScopeAuthority(caller, [...current.scopes, ...scopes]);
      const addedScopes = scopes.filter((scope) => !current.scopes.includes(scope));
      await requireApproval(tx, before.clientId, addedScopes);
      if (change.scopes) {
        // Scopes that wait for a review are not the client's yet.
        const remaining = isReviewed(before)
          ? scopes.filter((scope) => before.scopes.includes(scope))
          : scopes;
        const scopeChange = { before: before.scopes, after: scopes, remaining };
        await keepWithinPermissions(tx, before.clientId, scopeChange, decision);
      }
      return change;
    });
    return respondClient(row);
  });
}

function onlyStops(settings: Body): boolean {
  return settings.is_active === false && Object.keys(settings).length === 1;
}

function changeOf(body: Body): ClientChange & { scopes: string[] | undefined } {
  const permissions = body.scopes?.permissions;
  return {
    ...columnsOf(body),
    scopes: permissions && parseScopes(permissions),
    rawPermissions: permissions,
    grantTypes: body.grants ?? body.scopes?.grants,
  };
}
