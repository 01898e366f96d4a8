import { chmodSync, chownSync, mkdirSync, statSync } from "node:fs";
import { log } from "@/lib/core/telemetry/log";

const OWNER_ONLY = 0o700;
const GROUP_MAY_PASS = 0o710;
const PERMISSIONS = 0o777;

/** Restricts a data folder to its owner (0700), or also lets the database account's group pass through it (0710). */
export function keepDataFolderPrivate(dataDir: string, group?: number): void {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY });
  const mode = group === undefined ? OWNER_ONLY : GROUP_MAY_PASS;
  try {
    if (group !== undefined) chownSync(dataDir, 0, group);
    chmodSync(dataDir, mode);
  } catch (err) {
    // A mounted volume may belong to another user; its permissions are then the operator's decision.
    if ((statSync(dataDir).mode & PERMISSIONS & ~mode) === 0) return;
    log().warn(
      { reason: err instanceof Error ? err.message : String(err) },
      `Other accounts can enter ${dataDir}, and this user cannot change its permissions`,
    );
  }
}
