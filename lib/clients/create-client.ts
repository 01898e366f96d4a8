import type { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { columnsOf } from "@/lib/clients/columns";
import { createClientSchema } from "@/lib/clients/input-schemas";
import { COLLECTION_PATH } from "@/lib/clients/paths";
import { type ClientRow, insertClient } from "@/lib/clients/repository";
import { permissionsOf, requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { insertSecret } from "@/lib/clients/secrets/repository";
import { newSecretMaterial } from "@/lib/clients/secrets/secret-material";
import { auditedFields, serializeClient, warnOfUnknownScopes } from "@/lib/clients/serialize";
import { defaultGrants } from "@/lib/clients/values";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, transaction } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { entityTag } from "@/lib/core/http/entity-tag";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization } from "@/lib/operation/access";
import { type Caller, readersOf } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { parseScopes } from "@/lib/protocol/scopes/parse-scopes";
import { requireApproval } from "@/lib/protocol/scopes/require-approval";

/**
 * Registers a client with its first secret and its system user (platform spec, section 4.1).
 * @throws ServiceError forbidden for a scope with a permission the caller lacks
 */
export const createClient = operation({
  id: "createClient",
  request: {
    route: `POST ${COLLECTION_PATH}`,
    params: organizationParams,
    body: createClientSchema,
  },
  access: organization("clients:write"),
  summary: "Create a client",
  description:
    "Creates a client for the organization, with its system user and a first secret, which the response contains in clear text. `meta.name` is required; everything else has a default. Callers cannot register scopes with permissions they do not have.",
  tag: "Clients",
  returns: json(clientResponseSchema, "The new client.", { status: 201, etag: true }),
  authorizeReplay: ({ body, caller }) =>
    transaction((tx) => requireAuthority(tx, caller, parseScopes(body.scopes.permissions))),
  async run({ body, caller, info }) {
    const { row, secret } = await transaction((tx) => registerClient(tx, caller, info, body));
    return {
      body: { ...serializeClient(row, [secret]), ...(await warnOfUnknownScopes(row.scopes)) },
      headers: { etag: entityTag(row.version) },
    };
  },
});

/**
 * Stores a new client with its first secret and its system user, in the caller's transaction.
 * @returns the client and its secret in clear text
 * @throws ServiceError forbidden for a scope with a permission the caller lacks, invalid_request for a restricted or
 * deprecated one
 */
export async function registerClient(
  tx: Database,
  caller: Caller,
  info: RequestInfo,
  body: z.output<typeof createClientSchema>,
): Promise<{ row: ClientRow; secret: string }> {
  const scopes = parseScopes(body.scopes.permissions);
  await requireAuthority(tx, caller, scopes);
  await requireApproval(tx, null, scopes);
  const clientId = newId();
  const secret = newSecretMaterial(clientId);
  const userId = caller.kind === "user" ? caller.userId : null;
  const row = await insertClient(tx, {
    clientId,
    organizationId: caller.organizationId,
    ...columnsOf(body),
    name: body.meta.name,
    ...(body.meta.user_id !== undefined && { metaUserId: body.meta.user_id }),
    authorId: userId,
    authorClientId: caller.kind === "client" ? caller.clientId : null,
    listing: env().reviewListings ? "draft" : "unlisted",
    scopes,
    grantTypes: body.grants ?? body.scopes.grants ?? defaultGrants(scopes),
    rawPermissions: body.scopes.permissions,
  });
  const first = { ...secret.stored, clientId, name: "first", createdBy: userId };
  await insertSecret(tx, first, readersOf(caller));
  await recordChange(tx, caller, info, {
    action: "client.created",
    target: `client:${clientId}`,
    after: auditedFields(row),
  });
  return { row, secret: secret.clear };
}

// The caller's role may be changing concurrently.
async function requireAuthority(tx: Database, caller: Caller, scopes: string[]): Promise<void> {
  const present =
    permissionsOf(scopes).length > 0 ? await lockCaller(tx, caller, "clients:write") : caller;
  requireScopeAuthority(present, scopes);
}
