import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { StartupError } from "@/lib/kernel/startup-error";

/** The user that PostgreSQL runs as; no ids mean the user of this process. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

const NAME = "postgres";

/**
 * Chooses the account for the database. PostgreSQL refuses to run as root, so root hands it to
 * whoever owns the data already, else to the system account `postgres`, which is made if the
 * machine has none.
 *
 * @param folder The data of an earlier start, if there was one.
 * @throws StartupError if this is root and the account can neither be found nor made.
 */
export function databaseAccount(folder: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = existsSync(folder) ? statSync(folder) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const found = lookUp();
  if (found) return found;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", NAME]);
  const made = lookUp();
  if (made) return made;
  throw new StartupError(
    `PostgreSQL does not run as root, and no account "${NAME}" could be made for it. Start as another user, or make it yourself: useradd --system --user-group ${NAME}`,
  );
}

function lookUp(): Account | undefined {
  if (spawnSync("id", ["-u", NAME]).status !== 0) return undefined;
  const id = (flag: "-u" | "-g") => Number(execFileSync("id", [flag, NAME], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Whether `account` may enter every folder on the way to `path`, and `path` itself. */
export function canEnter(account: Account, path: string): boolean {
  const probe = spawnSync("/bin/sh", ["-c", 'test -x "$0"', path], { ...account, cwd: "/" });
  return probe.status === 0;
}
