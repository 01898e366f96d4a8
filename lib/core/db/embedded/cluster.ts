import { spawnSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
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
import {
  type Account,
  type Binaries,
  canEnter,
  sharedFolder,
} from "@/lib/core/db/embedded/binaries";
import { StartupError } from "@/lib/core/errors";
import { keepDataFolderPrivate } from "@/lib/core/process/private-data-folder";

/** Name of the database and of the role that owns and migrates it; not a superuser. */
export const OWNER_ROLE = "latchkey";

/** Role the service runs as; `lib/core/db/grant-rights.ts` defines its rights. */
export const APPLICATION_ROLE = "latchkey_application";

/** Address of the embedded database for its owner. */
export function ownerAddress(password: string, port: string | number): string {
  return address(OWNER_ROLE, password, port);
}

/** Address of the embedded database for the service. @param password the owner's */
export function applicationAddress(password: string, port: string | number): string {
  return address(APPLICATION_ROLE, applicationPassword(password), port);
}

/** The service's password, derived one-way from the owner's, so that no data folder has to store it. */
function applicationPassword(ownerPassword: string): string {
  return createHmac("sha256", ownerPassword).update(APPLICATION_ROLE).digest("base64url");
}

function address(role: string, password: string, port: string | number): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${OWNER_ROLE}`;
}

/** Environment of PostgreSQL's programs: none of the service's variables, and messages in English. */
export const PROGRAM_ENV = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  // Ignored by PostgreSQL, but required by the types Next adds.
  NODE_ENV: "production",
} as const;

/** Runs one of PostgreSQL's programs. Secrets go into `input`, never into arguments. @throws Error with its output */
function runProgram(program: string, args: readonly string[], account: Account, input = ""): void {
  const options = { ...account, cwd: "/", env: PROGRAM_ENV, input, encoding: "utf8" } as const;
  const { status, stderr, error: cause } = spawnSync(program, args, options);
  if (status === 0) return;
  const reason = stderr || cause?.message || `code ${status}`;
  throw new Error(`${program} failed: ${reason}`, { cause });
}

/** Only the two service roles may connect, over loopback and with their passwords. The superuser cannot connect. */
const HOST_BASED_AUTHENTICATION = `host all ${OWNER_ROLE},${APPLICATION_ROLE} 127.0.0.1/32 scram-sha-256\n`;

/**
 * Opens the cluster at `DATA_DIR/postgres`, or creates it with the owner's password, and returns its actual folder.
 * @throws StartupError, leaving the folder untouched, if it is of another PostgreSQL version or is not a cluster
 */
export function openCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account,
  password: string,
): string {
  const folder = join(dataDir, "postgres");
  // An earlier start had to put the cluster where the account can reach it.
  const isElsewhere = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  keepDataFolderPrivate(dataDir, isElsewhere ? undefined : account.gid);
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
  // One statement in each line, as single-user mode reads them. The owner is a member of the service's role, never the
  // reverse: it may end the service's connections.
  const statements = `CREATE ROLE ${OWNER_ROLE} LOGIN CREATEDB PASSWORD '${password.replaceAll("'", "''")}';
CREATE DATABASE ${OWNER_ROLE} OWNER ${OWNER_ROLE};
CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD '${applicationPassword(password)}' ROLE ${OWNER_ROLE};
`;
  const singleUser = ["--single", "-c", "exit_on_error=on", "-D", unfinished, "postgres"];
  runProgram(binaries.postgres, singleUser, account, statements);
  renameSync(unfinished, home);
}
