import type { EncryptionKey } from "@/lib/core/key-ring";
import { StartupError } from "@/lib/core/startup-error";
import { countNeededKeys, declaredTables } from "@/lib/server/maintenance/keys/repository";

/**
 * Rejects a start without a key that stored rows still need, rather than failing when someone signs in with their
 * second factor.
 * @throws StartupError naming each missing key and the rows that need it
 */
export async function requireKeys(ring: readonly EncryptionKey[]): Promise<void> {
  const missing = new Map<string, string[]>();
  for (const table of declaredTables) {
    for (const { keyId, rows } of await countNeededKeys(table)) {
      if (ring.some(({ id }) => id === keyId)) continue;
      missing.set(keyId, [...(missing.get(keyId) ?? []), `${rows} ${table.rows}`]);
    }
  }
  if (missing.size === 0) return;
  const lacks = [...missing].map(([keyId, needs]) => `"${keyId}" (needed by ${needs.join(", ")})`);
  throw new StartupError(
    `ENCRYPTION_KEYS is missing ${lacks.join(" and ")}. Add it back after the first key, then run npm run latchkey -- keys rotate so that it is no longer needed.`,
  );
}
