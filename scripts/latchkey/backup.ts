import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { storeKeys } from "@/lib/core/crypto/generated-keys";
import { writeKeyRing } from "@/lib/core/env/key-ring";
import { countRows } from "@/lib/server/backup/manifest";
import { writeBackup } from "@/lib/server/backup/write-backup";
import { UsageError, withDatabase } from "./command";

/** Writes a backup, beside a running service or without one, and prints what it contains. */
export function run(args: string[]): Promise<boolean> {
  const options = { "with-keys": { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length > 1) throw new UsageError();
  return withDatabase("backup", async ({ dataDir, encryptionKeys, sessionSecrets }) => {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    const folder = resolve(positionals[0] ?? join(dataDir, "backups", stamp));
    const manifest = await writeBackup(folder, encryptionKeys);
    process.stdout.write(
      `${folder}: ${countRows(manifest)} rows in ${manifest.tables.length} tables, as of ${manifest.created_at}.\n`,
    );
    if (values["with-keys"]) {
      const nextauthSecret = sessionSecrets.join();
      storeKeys(folder, { encryptionKeys: writeKeyRing(encryptionKeys), nextauthSecret });
      process.stderr.write(
        "Warning: the backup contains the keys. Whoever has it can read every client secret and sign in as anyone: encrypt it.\n",
      );
    } else {
      const ids = manifest.encryption_keys.map(({ id }) => `"${id}"`).join(", ");
      process.stdout.write(
        `It contains no keys. Store ENCRYPTION_KEYS${ids && ` (${ids})`} and NEXTAUTH_SECRET somewhere else; see docs/backup.md.\n`,
      );
    }
    return true;
  });
}
