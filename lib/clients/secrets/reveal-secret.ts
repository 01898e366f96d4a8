import { recordChange } from "@/lib/audit/record-change";
import { revealSecretSchema } from "@/lib/clients/input-schemas";
import { noSuchClient } from "@/lib/clients/paths";
import { findClient, lockClient } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { clientSecretSchema } from "@/lib/clients/schemas";
import { insertHolders } from "@/lib/clients/secrets/holder-repository";
import { noSuchSecret, ofSecret, SECRETS } from "@/lib/clients/secrets/paths";
import { findLiveSecret } from "@/lib/clients/secrets/repository";
import { revealSecret as openBox } from "@/lib/clients/secrets/secret-material";
import { serializeSecret } from "@/lib/clients/secrets/serialize-secret";
import { db, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { confirmPerson } from "@/lib/identity/sessions/confirm-person";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { organization } from "@/lib/operation/access";
import { readersOf } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Reveals a live secret in clear text and records it in the audit log. A person must give their password again, or sign
 * in at the provider again, so that an unattended console does not give away a credential that outlasts the session.
 * @throws ServiceError not_found, forbidden (also for a client with more permissions than the caller), invalid_request
 * for a wrong password, conflict for a secret imported as a hash, too_many_requests after too many wrong ones
 */
export const revealSecret = operation({
  id: "revealSecret",
  request: {
    route: `POST ${SECRETS}/{secret_id}/reveal`,
    params: ofSecret,
    body: revealSecretSchema,
  },
  access: organization("secrets:read"),
  summary: "Reveal one secret",
  description:
    "Returns a live secret in clear text and records it in the audit log. A signed-in person must send their own password; a token does not need one. The caller needs every permission in the client's scopes.",
  tag: "Secrets",
  returns: json(clientSecretSchema, "The secret in clear text."),
  errors: ["conflict", "too_many_requests"],
  async run({ params, body, caller, cookie, info }) {
    const owner = { organizationId: caller.organizationId, clientId: params.client_id };
    if (!(await findClient(db(), owner.organizationId, owner.clientId))) throw noSuchClient();
    if (caller.kind === "user" && !caller.through) {
      const sent = { password: body.password, sessionId: readSessionId(cookie) };
      await confirmPerson(caller.userId, sent, info.ipAddress);
    }
    return transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "secrets:read");
      const client = await lockClient(tx, owner.organizationId, owner.clientId);
      if (!client) throw noSuchClient();
      requireScopeAuthority(current, client.scopes);
      const row = await findLiveSecret(tx, owner, params.secret_id);
      if (!row) throw noSuchSecret();
      const clear = openBox(owner.clientId, row);
      if (clear === null) {
        throw new ServiceError(
          "conflict",
          "Only the hash of this secret was imported, so it cannot be shown. Rotate it to get one that can.",
        );
      }
      await insertHolders(tx, [row.id], readersOf(caller));
      await recordChange(tx, caller, info, {
        action: "secret.revealed",
        target: `client:${owner.clientId}`,
        after: { secrets: [row.id] },
      });
      return { body: serializeSecret(row, clear) };
    });
  },
});
