import type { EncryptionKey } from "@/lib/core/env/key-ring";
import { StartupError } from "@/lib/core/errors";
import { declaredTables, listNeededKeys } from "@/lib/server/maintenance/keys/repository";
import { decrypt } from "@/lib/server/maintenance/keys/rotate-keys";

/**
 * Rejects a start without a key that stored rows still need, rather than failing when someone signs in with their
 * second factor. New keys often get the id of earlier ones, so each is tried on some rows.
 * @throws StartupError naming each key that is missing or different, and the rows that need it
 */
export async function requireKeys(ring: readonly EncryptionKey[]): Promise<void> {
  const needs = new Map<string, { rows: string[]; opensOne: boolean }>();
  for (const table of declaredTables) {
    for (const { keyId, rows, samples } of await listNeededKeys(table)) {
      const need = needs.get(keyId) ?? { rows: [], opensOne: false };
      needs.set(keyId, {
        rows: [...need.rows, `${rows} ${table.rows}`],
        opensOne: need.opensOne || samples.some((sample) => decrypt(sample, ring) !== null),
      });
    }
  }
  const unusable = [...needs].filter(([, { opensOne }]) => !opensOne);
  const isMissing = ([keyId]: [string, unknown]) => ring.every(({ id }) => id !== keyId);
  const missing = unusable.filter(isMissing);
  if (missing.length > 0) {
    throw new StartupError(
      `ENCRYPTION_KEYS is missing ${nameKeys(missing)}. Add it back after the first key, then run npm run latchkey -- keys rotate so that it is no longer needed.`,
    );
  }
  if (unusable.length > 0) {
    throw new StartupError(
      `ENCRYPTION_KEYS has another key with the id ${nameKeys(unusable)}. Restore the key that this database was used with, such as from the backup of keys.json; see docs/backup.md.`,
    );
  }
}

function nameKeys(keys: readonly [string, { rows: readonly string[] }][]): string {
  return keys.map(([keyId, { rows }]) => `"${keyId}" (needed by ${rows.join(", ")})`).join(" and ");
}
