import { chmodSync, mkdirSync } from "node:fs";

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
