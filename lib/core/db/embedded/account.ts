import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { StartupError } from "@/lib/core/env/startup-error";

/** The user that PostgreSQL runs as; without ids, the user of this process. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

const NAME = "postgres";

/**
 * Chooses the account for the database. PostgreSQL does not run as root, so root uses the owner of the existing data,
 * or else the system account `postgres`, which is created if missing.
 *
 * @param folder The data of an earlier start, if any.
 * @throws StartupError if this is root and the account can neither be found nor created.
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

/**
 * The folder for files the database account must reach while the project or its data lie below a folder it may not
 * enter (`/root`, a private temporary folder). Only root needs and creates it.
 */
export function sharedFolder(): string {
  mkdirSync(FOLDER, { recursive: true });
  // Set explicitly because the umask narrows mkdir's mode.
  chmodSync(FOLDER, 0o711);
  return FOLDER;
}
