import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartupError } from "@/lib/core/startup-error";

const keysFileSchema = z.object({
  encryption_keys: z.string().min(1),
  nextauth_secret: z.string().min(1),
  database_password: z.string().min(1),
});

/** The secrets of an instance on the embedded database, as environment variables. */
export interface GeneratedKeys {
  readonly encryptionKeys: string;
  readonly nextauthSecret: string;
  readonly databasePassword: string;
}

/**
 * Reads the secrets of an instance from `DATA_DIR/keys.json` (mode 0600), creating them in a new folder.
 *
 * @throws StartupError if there is a database without its keys, or if the file cannot be parsed: new keys would leave
 * every stored secret unreadable.
 */
export function generatedKeys(dataDir: string): GeneratedKeys {
  const file = join(dataDir, "keys.json");
  if (existsSync(file)) return readKeys(file);
  if (existsSync(join(dataDir, "postgres"))) {
    throw new StartupError(
      `${file} is missing, but ${dataDir} contains a database whose secrets cannot be read without it. Restore keys.json from your backup, or set DATA_DIR to another folder to start over.`,
    );
  }
  writeKeys(dataDir, makeKeys());
  return readKeys(file);
}

/**
 * Stores the keys of a backup in a new data folder, with a new password for its database.
 * @throws Error if there is a file already
 */
export function storeKeys(dataDir: string, keys: Omit<GeneratedKeys, "databasePassword">): void {
  const { encryptionKeys: encryption_keys, nextauthSecret: nextauth_secret } = keys;
  writeKeys(dataDir, { ...makeKeys(), encryption_keys, nextauth_secret });
}

function writeKeys(dataDir: string, keys: z.infer<typeof keysFileSchema>): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(keys, null, 2)}\n`;
  writeFileSync(join(dataDir, "keys.json"), text, { mode: 0o600, flag: "wx" });
}

function makeKeys(): z.infer<typeof keysFileSchema> {
  return {
    encryption_keys: `k1:${randomBytes(32).toString("base64")}`,
    nextauth_secret: randomBytes(32).toString("base64url"),
    database_password: randomBytes(24).toString("base64url"),
  };
}

function readKeys(file: string): GeneratedKeys {
  const parsed = keysFileSchema.safeParse(parseJson(file));
  if (!parsed.success) {
    throw new StartupError(
      `${file} is damaged: ${z.prettifyError(parsed.error)}. Restore it from your backup.`,
    );
  }
  return {
    encryptionKeys: parsed.data.encryption_keys,
    nextauthSecret: parsed.data.nextauth_secret,
    databasePassword: parsed.data.database_password,
  };
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new StartupError(`${file} is not valid JSON. Restore it from your backup.`, {
      cause,
    });
  }
}
