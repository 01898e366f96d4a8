import type { z } from "zod";
import { changeClient } from "@/lib/clients/change-client";
import type { patchClientContract } from "@/lib/clients/contract";
import type { patchClientSchema } from "@/lib/clients/input-schemas";
import type { ClientChange } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import { transaction } from "@/lib/db/client";
import type { ContractOutput } from "@/lib/http/contract";
import { entityTag } from "@/lib/http/entity-tag";
import type { VerbContext } from "@/lib/http/handle";
import { parseScopes } from "@/lib/scopes/parse-scopes";

type Contract = typeof patchClientContract;

/**
 * Changes a client's settings; what the body leaves out stays.
 * @throws ServiceError not_found, precondition_failed, or forbidden for a scope that carries a
 * permission the caller lacks
 */
export function patchClient(context: VerbContext<Contract>): Promise<ContractOutput<Contract>> {
  const { body, caller } = context;
  const change = changeOf(body);
  return transaction(async (tx) => {
    const row = await changeClient(tx, context, "client.updated", (before) => {
      const added = (change.scopes ?? []).filter((scope) => !before.scopes.includes(scope));
      requireScopeAuthority(caller, added);
      return change;
    });
    const secrets = row.lastFours.map(maskSecret);
    return { body: serializeClient(row, secrets), headers: { etag: entityTag(row.version) } };
  });
}

function changeOf(
  body: z.output<typeof patchClientSchema>,
): ClientChange & { scopes: string[] | undefined } {
  const permissions = body.scopes?.permissions;
  return {
    redirectUrls: body.redirect_urls,
    baseUrl: body.base_url,
    scopeType: body.scopes?.type,
    scopes: permissions && parseScopes(permissions),
    rawPermissions: permissions,
    grantTypes: body.grants ?? body.scopes?.grants,
    accessTokenLifetime: body.access_token_lifetime,
    refreshTokenLifetime: body.refresh_token_lifetime,
    isActive: body.is_active,
    refreshRotation: body.refresh_rotation,
    requirePkce: body.require_pkce,
  };
}
