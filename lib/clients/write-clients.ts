import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { changeClient } from "@/lib/clients/change-client";
import { columnsOf } from "@/lib/clients/columns";
import {
  createClientSchema,
  patchClientSchema,
  type UpdateClientBody,
  updateClientSchema,
} from "@/lib/clients/input-schemas";
import { isReviewed } from "@/lib/clients/listing/divide-change";
import { asProposed } from "@/lib/clients/listing/review";
import { CLIENT_PATH, COLLECTION_PATH, ofClient, REVEALS } from "@/lib/clients/paths";
import { secretsQuerySchema } from "@/lib/clients/query-schemas";
import { type ClientChange, type ClientRow, insertClient } from "@/lib/clients/repository";
import { permissionsOf, requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { type ClientResponse, clientResponseSchema } from "@/lib/clients/schemas";
import { keepWithinPermissions } from "@/lib/clients/secrets/excess-secrets";
import { insertSecret, lockSecrets } from "@/lib/clients/secrets/repository";
import {
  newSecretMaterial,
  openSecrets,
  secretsForResponse,
} from "@/lib/clients/secrets/secret-material";
import {
  auditedFields,
  respondClient,
  serializeClient,
  warnOfUnknownScopes,
} from "@/lib/clients/serialize";
import { defaultGrants } from "@/lib/clients/values";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, transaction } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import type { FieldError } from "@/lib/core/errors";
import { entityTag } from "@/lib/core/http/entity-tag";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization } from "@/lib/operation/access";
import { actorOf, type Caller, readersOf } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { type JsonResult, json } from "@/lib/operation/returns";
import { parseScopes } from "@/lib/protocol/scopes/parse-scopes";
import { requestApproval, requireApproval } from "@/lib/protocol/scopes/require-approval";

/** Registers a client with its first secret and its system user (platform spec, section 4.1). */
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
 * Stores a client with its system user and first secret, which it returns in clear text. @throws ServiceError forbidden
 * for a scope with a permission that the caller lacks, invalid_request for a restricted or deprecated one
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

/** Changes what PUT may change (platform spec, section 4.1, rule 3). */
export const updateClient = operation({
  id: "updateClient",
  request: {
    route: `PUT ${CLIENT_PATH}`,
    params: ofClient,
    query: secretsQuerySchema,
    body: updateClientSchema,
  },
  access: organization("clients:write"),
  summary: "Update a client's name, tags and description",
  description: `Changes the fields in \`meta\`; omitted fields stay the same. The other fields of a client are accepted if they have their current values, so you can send back a client as you fetched it. ${REVEALS}`,
  tag: "Clients",
  returns: json(clientResponseSchema, "The changed client.", { etag: true }),
  errors: ["conflict", "precondition_failed"],
  run(context) {
    const { body, query, info } = context;
    const { name, description, tags, user_id: userId } = body.meta;
    return transaction(async (tx) => {
      const caller = await lockCaller(tx, context.caller, "clients:write");
      const row = await changeClient(
        tx,
        { ...context, caller },
        "client.updated",
        async (before) => {
          const clear = body.secret === undefined ? [] : await openSecrets(tx, before);
          rejectOtherValues(body, serializeClient(before), clear);
          if (userId !== undefined && userId !== before.metaUserId) {
            const message = "cannot be changed: omit it or send the current value";
            throw invalidFields([{ path: "meta.user_id", message }]);
          }
          return { name, description, tags };
        },
      );
      const view = { caller, info, wanted: query.secrets };
      return respondClient(row, await secretsForResponse(tx, row, view));
    });
  },
});

/** Changes with every use of a secret, which is not a change of the client. */
const MOVES_BY_ITSELF = "last_used_at";

/** Rejects other values of what PUT does not change. Current ones pass: a client can be sent back as it was fetched. */
function rejectOtherValues(
  body: UpdateClientBody,
  present: ClientResponse,
  secrets: readonly string[],
): void {
  const { meta, ...sent } = body;
  const lockedValues = Object.entries(sent).filter(([name, value]) => {
    if (value === undefined || name === MOVES_BY_ITSELF) return false;
    if (name === "name" && value === meta.name) return false;
    if (name === "secret") return !areSecrets(value, present.secret, secrets);
    return !isDeepStrictEqual(value, present[name]);
  });
  if (lockedValues.length > 0) throw invalidFields(lockedValues.map(([name]) => fixed(name)));
}

function areSecrets(sent: unknown, masked: readonly string[], clear: readonly string[]): boolean {
  if (!Array.isArray(sent) || sent.length !== masked.length) return false;
  return sent.every((secret, index) => secret === masked[index] || secret === clear[index]);
}

function fixed(name: string): FieldError {
  const other = name in patchClientSchema.shape ? "use PATCH" : "omit it or send the current value";
  const advice = name === "name" ? "use meta.name" : other;
  return { path: name, message: `cannot be changed by PUT: ${advice}` };
}

type Body = Omit<z.output<typeof patchClientSchema>, "revoke_secrets">;

/** A restricted scope needs an operator's approval, which is requested if it is missing. */
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
    const onlyStops = settings.is_active === false && Object.keys(settings).length === 1;
    const row = await changeClient(tx, { ...context, caller }, "client.updated", async (before) => {
      const current = asProposed(before);
      const scopes = change.scopes ?? current.scopes;
      if (!onlyStops) requireScopeAuthority(caller, [...current.scopes, ...scopes]);
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

function changeOf(body: Body): ClientChange & { scopes: string[] | undefined } {
  const permissions = body.scopes?.permissions;
  return {
    ...columnsOf(body),
    scopes: permissions && parseScopes(permissions),
    rawPermissions: permissions,
    grantTypes: body.grants ?? body.scopes?.grants,
  };
}
