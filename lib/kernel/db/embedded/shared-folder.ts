import { chmodSync, mkdirSync } from "node:fs";

const FOLDER = "/var/lib/latchkey";

/**
 * The folder for what the database account must reach while the project or its data stand below
 * one that it may not enter (`/root`, a private temporary folder). Needed, and made, by root only.
 */
export function sharedFolder(): string {
  mkdirSync(FOLDER, { recursive: true });
  // Not left to mkdir's mode, which the umask narrows.
  chmodSync(FOLDER, 0o711);
  return FOLDER;
}
