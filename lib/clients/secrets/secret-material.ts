import { recordChange } from "@/lib/audit/record-change";
import type { ClientRow } from "@/lib/clients/repository";
import { holdsPermissionsOf } from "@/lib/clients/require-scope-authority";
import { insertHolders, listLiveSecrets } from "@/lib/clients/secrets/repository";
import { openSecret, type SealedSecret, sealClientSecret } from "@/lib/core/crypto/secret-box";
import { newToken } from "@/lib/core/crypto/tokens";
import type { Database } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { type Caller, may, readersOf } from "@/lib/operation/access/caller";

/** A new secret and its stored form. `clear` is for the response, never for storage. */
type SecretMaterial = { clear: string; stored: SealedSecret };

/** Creates a secret for a client; it can be decrypted only with that client's id. */
export function newSecretMaterial(clientId: string): SecretMaterial {
  const clear = newToken("secret");
  return { clear, stored: sealClientSecret(clientId, clear) };
}

/** Decrypts a secret; null for one imported as a hash. @throws Error if its key is no longer in ENCRYPTION_KEYS */
export function decryptSecret(
  clientId: string,
  row: { encryptionKeyId: string | null; encrypted: Uint8Array | null },
): string | null {
  if (row.encryptionKeyId === null || row.encrypted === null) return null;
  const box = { keyId: row.encryptionKeyId, sealed: row.encrypted };
  return openSecret(env().encryptionKeys, box, clientId);
}

export function maskSecret(lastFour: string): string {
  return `••••${lastFour}`;
}

/** Who requests the secrets, and in which form. */
type SecretsView = { caller: Caller; info: RequestInfo; wanted: "clear" | "masked" };

/** A client's live secrets in clear text, newest first, without imported hashes: to compare, never for a response. */
export async function openSecrets(database: Database, client: ClientRow): Promise<string[]> {
  const rows = await listLiveSecrets(database, client);
  return rows.flatMap((row) => decryptSecret(client.clientId, row) ?? []);
}

/**
 * A client's live secrets, newest first: in clear text, with an audit entry, for a caller who requests that, may read
 * secrets, and has every permission in the client's scopes; otherwise masked. Lock the caller first (`lockCaller`) to
 * show clear text, since they cannot unsee a secret.
 */
export async function secretsForResponse(
  tx: Database,
  client: ClientRow,
  { caller, info, wanted }: SecretsView,
): Promise<string[]> {
  const mayRead = may(caller, "secrets:read") && holdsPermissionsOf(caller, client.scopes);
  if (wanted === "masked" || !mayRead) return client.lastFours.map(maskSecret);
  const { clientId, organizationId } = client;
  const rows = await listLiveSecrets(tx, { organizationId, clientId });
  const secretIds = rows.map((row) => row.id);
  await insertHolders(tx, secretIds, readersOf(caller));
  await recordChange(tx, caller, info, {
    action: "secret.revealed",
    target: `client:${clientId}`,
    after: { secrets: secretIds },
  });
  return rows.map((row) => decryptSecret(clientId, row) ?? maskSecret(row.lastFour));
}
