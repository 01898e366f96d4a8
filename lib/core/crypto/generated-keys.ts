import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartupError } from "@/lib/core/errors";

const keysFileSchema = z.object({
  encryption_keys: z.string().min(1),
  nextauth_secret: z.string().min(1),
  /** Only of the embedded database. */
  database_password: z.string().min(1).optional(),
});

type KeysFile = z.infer<typeof keysFileSchema>;

/** The secrets of a keys file, as environment variables. */
export interface Keys {
  readonly encryptionKeys: string;
  readonly nextauthSecret: string;
}

/** The secrets of an instance on the embedded database. */
export interface GeneratedKeys extends Keys {
  readonly databasePassword: string;
}

/**
 * Reads the keys of an instance from `DATA_DIR/keys.json` (mode 0600), or creates them in a new folder.
 * @throws StartupError if the file is damaged, or missing beside a database: new keys could not decrypt what it stores
 */
export function generatedKeys(dataDir: string): GeneratedKeys {
  const file = join(dataDir, "keys.json");
  if (existsSync(file)) return withPassword(file);
  if (existsSync(join(dataDir, "postgres"))) {
    throw new StartupError(
      `${file} is missing, but ${dataDir} contains a database whose secrets cannot be read without it. Restore keys.json from your backup, or set DATA_DIR to another folder to start over.`,
    );
  }
  writeKeys(dataDir, makeKeys());
  return withPassword(file);
}

function withPassword(file: string): GeneratedKeys {
  const { databasePassword, ...keys } = readKeys(file);
  if (databasePassword !== undefined) return { ...keys, databasePassword };
  throw new StartupError(`${file} has no database_password. Restore it from your backup.`);
}

/** Stores a backup's keys and a new database password in a new folder. @throws Error if there is a file already */
export function storeKeys(dataDir: string, keys: Keys): void {
  const { encryptionKeys: encryption_keys, nextauthSecret: nextauth_secret } = keys;
  writeKeys(dataDir, { ...makeKeys(), encryption_keys, nextauth_secret });
}

/** Replaces keys in a file, which other processes read meanwhile. Its owner and the rest of it stay. */
export function replaceKeys(file: string, { encryptionKeys, nextauthSecret }: Keys): void {
  const { databasePassword: database_password } = readKeys(file);
  const keys = { encryption_keys: encryptionKeys, nextauth_secret: nextauthSecret };
  const { uid, gid } = statSync(file);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, textOf({ ...keys, database_password }), {
    mode: 0o600,
    flush: true,
  });
  if (process.getuid?.() === 0) chownSync(`${file}.new`, uid, gid);
  renameSync(`${file}.new`, file);
}

function textOf(keys: KeysFile): string {
  return `${JSON.stringify(keys, null, 2)}\n`;
}

function writeKeys(dataDir: string, keys: KeysFile): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, "keys.json"), textOf(keys), { mode: 0o600, flag: "wx" });
}

function makeKeys(): Required<KeysFile> {
  return {
    encryption_keys: `k1:${randomBytes(32).toString("base64")}`,
    nextauth_secret: randomBytes(32).toString("base64url"),
    database_password: randomBytes(24).toString("base64url"),
  };
}

/** Reads a keys file. @throws StartupError if it is damaged or missing */
export function readKeys(file: string): Keys & { databasePassword?: string } {
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
    const reason = `${file} is missing or not valid JSON. Restore it from your backup.`;
    throw new StartupError(reason, { cause });
  }
}
