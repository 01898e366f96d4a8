import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Account, canEnter, sharedFolder } from "@/lib/core/db/embedded/account";
import type { Binaries } from "@/lib/core/db/embedded/binaries";
import { APPLICATION_ROLE, applicationPassword, OWNER_ROLE } from "@/lib/core/db/embedded/roles";
import { runProgram } from "@/lib/core/db/embedded/run-program";
import { StartupError } from "@/lib/core/env/startup-error";
import { keepDataFolderPrivate } from "@/lib/core/process/private-data-folder";

/** Only the two service roles may connect, over loopback and with their passwords. The superuser cannot connect. */
const HOST_BASED_AUTHENTICATION = `host all ${OWNER_ROLE},${APPLICATION_ROLE} 127.0.0.1/32 scram-sha-256\n`;

/**
 * Opens the cluster at `DATA_DIR/postgres`, or creates it.
 *
 * @param password The owner role's, used when the cluster is created.
 * @returns The actual folder of the cluster.
 * @throws StartupError, leaving the folder untouched, if it belongs to another PostgreSQL version or is not a cluster.
 */
export function openCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account,
  password: string,
): string {
  const folder = join(dataDir, "postgres");
  keepDataFolderPrivate(dataDir, isElsewhere(folder) ? undefined : account.gid);
  if (existsSync(folder)) return checkedCluster(realpathSync(folder), binaries, account);
  const elsewhere = !canEnter(account, dataDir);
  if (elsewhere) keepDataFolderPrivate(dataDir);
  const home = elsewhere
    ? join(sharedFolder(), `cluster-${randomBytes(6).toString("hex")}`)
    : join(realpathSync(dataDir), "postgres");
  makeCluster(home, binaries, account, password);
  if (elsewhere) symlinkSync(home, folder);
  return home;
}

/** Whether an earlier start had to put the cluster where the account can reach it. */
function isElsewhere(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function checkedCluster(folder: string, { major }: Binaries, account: Account): string {
  const versionFile = join(folder, "PG_VERSION");
  if (!existsSync(versionFile)) {
    throw new StartupError(
      `${folder} is not a PostgreSQL data folder. It was left untouched. Move it away, or set DATA_DIR to another folder.`,
    );
  }
  const writtenBy = readFileSync(versionFile, "utf8").trim();
  if (writtenBy !== String(major)) {
    throw new StartupError(
      `${folder} was written by PostgreSQL ${writtenBy}, but this version of Latchkey runs PostgreSQL ${major}. It was left untouched. Start the version of Latchkey that wrote it, dump the database with pg_dump ${writtenBy} and load it into a new DATA_DIR; or set DATA_DIR to another folder.`,
    );
  }
  if (!canEnter(account, folder)) {
    throw new StartupError(
      `The account that runs PostgreSQL (uid ${account.uid}) cannot enter ${folder}. Start as the owner of the folder, or run chmod o+x on the folders above it.`,
    );
  }
  return folder;
}

/** Created under another name and renamed once complete, so that a crash leaves no partial cluster. */
function makeCluster(home: string, binaries: Binaries, account: Account, password: string): void {
  const unfinished = `${home}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(unfinished, account.uid, account.gid);
  }
  const options = ["--username=postgres", "--auth=reject", "--encoding=UTF8", "--no-instructions"];
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  runProgram(binaries.initdb, [`--pgdata=${unfinished}`, ...options, ...locale], account);
  writeFileSync(join(unfinished, "pg_hba.conf"), HOST_BASED_AUTHENTICATION);
  runAsSuperuser(unfinished, binaries, account, [
    `CREATE ROLE ${OWNER_ROLE} LOGIN CREATEDB PASSWORD '${password.replaceAll("'", "''")}';`,
    `CREATE DATABASE ${OWNER_ROLE} OWNER ${OWNER_ROLE};`,
    createApplicationRole(password),
  ]);
  renameSync(unfinished, home);
}

/**
 * Adds the service's role to a cluster created when the owner's was the only role. The server must not be running.
 *
 * @param password The owner role's.
 */
export function completeRoles(
  cluster: string,
  binaries: Binaries,
  account: Account,
  password: string,
): void {
  const file = join(cluster, "pg_hba.conf");
  if (readFileSync(file, "utf8") === HOST_BASED_AUTHENTICATION) return;
  // After a crash before the file is written, this runs again and the role may exist.
  const create = `DO $$ BEGIN ${createApplicationRole(password)} EXCEPTION WHEN duplicate_object THEN NULL; END $$;`;
  runAsSuperuser(cluster, binaries, account, [create]);
  writeFileSync(file, HOST_BASED_AUTHENTICATION);
}

// The owner is a member of the role, never the reverse: it may end the service's connections.
function createApplicationRole(password: string): string {
  return `CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD '${applicationPassword(password)}' ROLE ${OWNER_ROLE};`;
}

/** @param statements One line each, as single-user mode reads them. */
function runAsSuperuser(
  cluster: string,
  binaries: Binaries,
  account: Account,
  statements: readonly string[],
): void {
  runProgram(
    binaries.postgres,
    ["--single", "-c", "exit_on_error=on", "-D", cluster, "postgres"],
    account,
    statements.map((statement) => `${statement}\n`).join(""),
  );
}
