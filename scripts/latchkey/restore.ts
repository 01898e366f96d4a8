import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { storeKeys } from "@/lib/core/crypto/generated-keys";
import { configureEnv } from "@/lib/core/env/env";
import { writeKeyRing } from "@/lib/core/env/key-ring";
import { takeInstanceLock } from "@/lib/core/process/lock.mjs";
import { countRows, readManifest, verifyFiles, verifyKeys } from "@/lib/server/backup/manifest";
import { restoreBackup } from "@/lib/server/backup/restore-backup";
import { revokeOpenCredentials } from "@/lib/server/backup/revoke-open-credentials";
import { requireKeys } from "@/lib/server/maintenance/keys/require-keys";
import { migrateDatabase, openDatabase } from "@/lib/server/open-database";
import { UsageError } from "./command";
import { dataFolder } from "./data-folder";
import { keysOfBackup } from "./keys-of-backup";

/** Restores a backup into an empty database, and ends what works only once. The service must not be running. */
export async function run(args: string[]): Promise<boolean> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (!folder || others.length > 0) throw new UsageError();
  const manifest = readManifest(folder);
  await verifyFiles(folder, manifest);
  const {
    encryptionKeys: ENCRYPTION_KEYS,
    nextauthSecret: NEXTAUTH_SECRET,
    ring,
  } = keysOfBackup(folder);
  verifyKeys(manifest, ring);
  const isEmbedded = !process.env.DATABASE_URL;
  if (isEmbedded && !existsSync(join(dataFolder(), "keys.json"))) {
    storeKeys(dataFolder(), {
      encryptionKeys: writeKeyRing(ring),
      nextauthSecret: NEXTAUTH_SECRET,
    });
  }
  const environment = configureEnv({ ...process.env, ENCRYPTION_KEYS, NEXTAUTH_SECRET });
  const release = takeInstanceLock(environment.dataDir, "latchkey restore");
  const database = await openDatabase(environment);
  try {
    await restoreBackup(folder, manifest, database.ownerUrl);
    await migrateDatabase(database);
    await requireKeys(environment.encryptionKeys);
    const ended = await revokeOpenCredentials(new Date(manifest.created_at), {
      tokens: false,
      sessions: false,
    });
    const counts = Object.entries(ended).map(([kind, count]) => `${count} ${kind}`);
    process.stdout.write(
      [
        `Restored ${countRows(manifest)} rows as of ${manifest.created_at}. Ended what works only once: ${counts.join(", ")}.`,
        "Revocations, removed members, and rotated secrets since then are undone: repeat them. Tokens and sessions that were valid then work again. To end them:",
        `  npm run latchkey -- restored --since ${manifest.created_at} --tokens --sessions`,
        "",
      ].join("\n"),
    );
    return true;
  } finally {
    await database.close().finally(release);
  }
}
