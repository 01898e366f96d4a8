import { isDeepStrictEqual } from "node:util";
import { changeClient } from "@/lib/clients/change-client";
import {
  patchClientSchema,
  type UpdateClientBody,
  updateClientSchema,
} from "@/lib/clients/input-schemas";
import { CLIENT_PATH, ofClient, REVEALS } from "@/lib/clients/paths";
import { secretsQuerySchema } from "@/lib/clients/query-schemas";
import { type ClientResponse, clientResponseSchema } from "@/lib/clients/schemas";
import { openSecrets, secretsForResponse } from "@/lib/clients/secrets/secret-material";
import { respondClient, serializeClient } from "@/lib/clients/serialize";
import { transaction } from "@/lib/core/db/client";
import type { FieldError } from "@/lib/core/errors";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Changes a client's name, tags and description (platform spec, section 4.1, rule 3); omitted fields stay the same.
 * @throws ServiceError not_found, precondition_failed, or invalid_request for a changed value of a field that an update
 * does not change
 */
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

/**
 * Rejects changes to fields that PUT does not change; their current values are accepted, so that a client can be sent
 * back as it was fetched.
 * @param secrets the live secrets in clear text, newest first; they may also be sent masked
 * @throws ServiceError invalid_request with each field that differs
 */
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
