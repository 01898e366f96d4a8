import type { EncryptionKey } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";
import { encryptedTables } from "@/lib/maintenance/keys/encrypted-tables";
import { countNeededKeys } from "@/lib/maintenance/keys/repository";

/**
 * Refuses to go on without a key that stored rows still need: found out at the start, and not when somebody
 * signs in with their second factor.
 * @throws StartupError that names each missing key and what needs it
 */
export async function requireKeys(ring: readonly EncryptionKey[]): Promise<void> {
  const missing = new Map<string, string[]>();
  for (const table of encryptedTables) {
    for (const { keyId, rows } of await countNeededKeys(table)) {
      if (ring.some(({ id }) => id === keyId)) continue;
      missing.set(keyId, [...(missing.get(keyId) ?? []), `${rows} ${table.rows}`]);
    }
  }
  if (missing.size === 0) return;
  const lacks = [...missing].map(([keyId, needs]) => `"${keyId}" (needed by ${needs.join(", ")})`);
  throw new StartupError(
    `ENCRYPTION_KEYS lacks ${lacks.join(" and ")}. Put it back behind the first key; npm run keys:rotate then makes it unnecessary.`,
  );
}
