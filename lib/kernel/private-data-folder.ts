import { chmodSync, chownSync, mkdirSync, statSync } from "node:fs";
import { log } from "@/lib/kernel/log";

const OWNER_ONLY = 0o700;
const GROUP_MAY_PASS = 0o710;
const PERMISSIONS = 0o777;

/**
 * Makes a data folder the owner's alone (0700), also one of an earlier start. Where root has handed the
 * database to another account, that account's group may pass through, and see no more (0710).
 *
 * @param group The database account's group; undefined if the database runs as this user, or elsewhere.
 */
export function keepDataFolderPrivate(dataDir: string, group?: number): void {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY });
  const mode = group === undefined ? OWNER_ONLY : GROUP_MAY_PASS;
  try {
    if (group !== undefined) chownSync(dataDir, 0, group);
    chmodSync(dataDir, mode);
  } catch (err) {
    // A mounted volume may belong to somebody else. What it lets pass is for the operator to decide.
    if ((statSync(dataDir).mode & PERMISSIONS & ~mode) === 0) return;
    log().warn({ err }, `Other accounts may enter ${dataDir}, and this user may not change that`);
  }
}
