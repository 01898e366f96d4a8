import { readersOf, requirePermission } from "@/lib/access/caller";
import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { confirmPerson } from "@/lib/auth/confirm-person";
import { readSessionId } from "@/lib/auth/session-cookie";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { findClient, lockClient } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { revealSecretContract } from "@/lib/clients/secrets/contract";
import { insertHolders } from "@/lib/clients/secrets/holder-repository";
import { noSuchSecret } from "@/lib/clients/secrets/no-such-secret";
import { findLiveSecret } from "@/lib/clients/secrets/repository";
import { revealSecret as openBox } from "@/lib/clients/secrets/secret-material";
import { serializeSecret } from "@/lib/clients/secrets/serialize-secret";
import { db, transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof revealSecretContract;

/**
 * Reveals a live secret in clear text and records it in the audit log. A person must give their password again, or sign
 * in at the provider again, so that an unattended console does not give away a credential that outlasts the session.
 * @throws ServiceError not_found, forbidden (also for a client with more permissions than the caller), invalid_request
 * for a wrong password, conflict for a secret imported as a hash, slow_down after too many wrong ones
 */
export async function revealSecret({
  params,
  body,
  caller,
  cookie,
  info,
}: Pick<OperationContext<Contract>, "params" | "body" | "caller" | "cookie" | "info">): Promise<
  ContractOutput<Contract>
> {
  requirePermission(caller, revealSecretContract.permission);
  const owner = { organizationId: caller.organizationId, clientId: params.client_id };
  if (!(await findClient(db(), owner.organizationId, owner.clientId))) throw noSuchClient();
  if (caller.kind === "user" && !caller.through) {
    const sent = { password: body.password, sessionId: readSessionId(cookie) };
    await confirmPerson(caller.userId, sent, info.ipAddress);
  }
  return transaction(async (tx) => {
    const current = await lockCaller(tx, caller, revealSecretContract.permission);
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
}
