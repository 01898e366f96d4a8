import { openSecret } from "@/lib/core/crypto/secret-box";
import type { EncryptionKey } from "@/lib/core/key-ring";
import { StartupError } from "@/lib/core/startup-error";
import {
  declaredTables,
  listNeededKeys,
  type Sample,
} from "@/lib/server/maintenance/keys/repository";

/**
 * Rejects a start without a key that stored rows still need, rather than failing when someone signs in with their
 * second factor. New keys often get the id of earlier ones, so each is tried.
 * @throws StartupError naming each key that is missing or different, and the rows that need it
 */
export async function requireKeys(ring: readonly EncryptionKey[]): Promise<void> {
  const missing = new Map<string, string[]>();
  const different = new Map<string, string[]>();
  for (const table of declaredTables) {
    for (const { keyId, rows, samples } of await listNeededKeys(table)) {
      const isInRing = ring.some(({ id }) => id === keyId);
      if (isInRing && samples.some((sample) => opens(ring, sample))) continue;
      const found = isInRing ? different : missing;
      found.set(keyId, [...(found.get(keyId) ?? []), `${rows} ${table.rows}`]);
    }
  }
  if (missing.size > 0) {
    throw new StartupError(
      `ENCRYPTION_KEYS is missing ${nameKeys(missing)}. Add it back after the first key, then run npm run latchkey -- keys rotate so that it is no longer needed.`,
    );
  }
  if (different.size > 0) {
    throw new StartupError(
      `ENCRYPTION_KEYS has another key with the id ${nameKeys(different)}. Restore the key that this database was used with, such as from the backup of keys.json; see docs/backup.md.`,
    );
  }
}

function opens(ring: readonly EncryptionKey[], { keyId, encrypted, context }: Sample): boolean {
  try {
    openSecret(ring, { keyId, sealed: encrypted }, context);
    return true;
  } catch {
    return false;
  }
}

function nameKeys(keys: ReadonlyMap<string, readonly string[]>): string {
  return [...keys]
    .map(([keyId, needs]) => `"${keyId}" (needed by ${needs.join(", ")})`)
    .join(" and ");
}
