import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readKeys, storeKeys } from "@/lib/core/crypto/generated-keys";
import { configureEnv } from "@/lib/core/env/env";
import { parseKeyRing, writeKeyRing } from "@/lib/core/env/key-ring";
import { StartupError } from "@/lib/core/errors";
import { takeInstanceLock } from "@/lib/core/process/lock.mjs";
import { drillBackup } from "@/lib/server/backup/drill-backup";
import { countRows, readManifest, verifyFiles, verifyKeys } from "@/lib/server/backup/manifest";
import { restoreBackup } from "@/lib/server/backup/restore-backup";
import { revokeOpenCredentials } from "@/lib/server/backup/revoke-open-credentials";
import { writeBackup } from "@/lib/server/backup/write-backup";
import { requireKeys } from "@/lib/server/maintenance/keys/rotate-keys";
import { migrateDatabase, openDatabase } from "@/lib/server/open-database";
import { dataFolder, readArguments, UsageError, withDatabase } from "./command";

/** Writes a backup, beside a running service or without one, and prints what it contains. */
export function backup(args: string[]): Promise<boolean> {
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

/** Restores a backup into an empty database, and ends what works only once. The service must not be running. */
export async function restore(args: string[]): Promise<boolean> {
  const { argument: folder } = readArguments(args, {});
  const manifest = readManifest(folder);
  await verifyFiles(folder, manifest);
  const { ring, ...keys } = keysOfBackup(folder);
  const { encryptionKeys: ENCRYPTION_KEYS, nextauthSecret: NEXTAUTH_SECRET } = keys;
  verifyKeys(manifest, ring);
  const isEmbedded = !process.env.DATABASE_URL;
  if (isEmbedded && !existsSync(join(dataFolder(), "keys.json"))) {
    storeKeys(dataFolder(), keys);
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

/** Ends what a restore made usable again, and prints how many of each kind. */
export async function endRestored(args: string[]): Promise<boolean> {
  const flag = { type: "boolean", default: false } as const;
  const options = { since: { type: "string" }, tokens: flag, sessions: flag } as const;
  const { values } = parseArgs({ args, options });
  const { since: text, tokens, sessions } = values;
  const since = text === undefined ? new Date() : new Date(text);
  if (Number.isNaN(since.getTime())) {
    throw new UsageError(`"${text}" is not a time, such as 2026-11-24T03:12:00Z.`);
  }
  const ended = await withDatabase("restored", () =>
    revokeOpenCredentials(since, { tokens, sessions }),
  );
  for (const [kind, count] of Object.entries(ended)) {
    process.stdout.write(`${count} ${kind.replaceAll("_", " ")} ended\n`);
  }
  return true;
}

/** Restores a backup in a scratch database and prints a verdict. Does not touch the installation. */
export async function drill(args: string[]): Promise<boolean> {
  const text = { type: "string" } as const;
  const options = { database: text, "token-file": text } as const;
  const { argument: folder, values } = readArguments(args, options);
  const tokenFile = values["token-file"];
  const token = tokenFile === undefined ? undefined : readFileSync(tokenFile, "utf8").trim();
  const begin = performance.now();
  const isGood = await drillBackup(
    { folder, keys: keysOfBackup(folder), databaseUrl: values.database, token },
    (isPassed, name, sentence) =>
      process.stdout.write(`${isPassed ? "ok  " : "FAIL"} ${name}: ${sentence}\n`),
  );
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(
    isGood
      ? `PASSED in ${seconds} s. This backup can be restored.\n`
      : `FAILED in ${seconds} s. Do not rely on this backup.\n`,
  );
  return isGood;
}

/** The keys for a restore: of the environment, or `keys.json` in the backup or the data folder. @throws StartupError */
function keysOfBackup(folder: string) {
  const { ENCRYPTION_KEYS: encryptionKeys, NEXTAUTH_SECRET: nextauthSecret } = process.env;
  if (encryptionKeys && nextauthSecret) return withRing({ encryptionKeys, nextauthSecret });
  const files = [folder, dataFolder()].map((each) => join(each, "keys.json"));
  const file = [process.env.KEYS_FILE, ...files].find((each) => each && existsSync(each));
  if (file) return withRing(readKeys(file));
  throw new StartupError(
    `There are no keys for this backup. Set ENCRYPTION_KEYS and NEXTAUTH_SECRET, or put the keys.json that you stored into ${dataFolder()}.`,
  );
}

function withRing(keys: { encryptionKeys: string; nextauthSecret: string }) {
  const ring = parseKeyRing(keys.encryptionKeys);
  return { ...keys, ring, sessionSecrets: keys.nextauthSecret.split(",") };
}
