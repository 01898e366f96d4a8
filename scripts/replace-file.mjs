import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a file so that processes that read it meanwhile get the old or the new one, whole.
 *
 * @param {string} path
 * @param {string | Uint8Array} contents
 */
export function replaceFile(path, contents) {
  const complete = `${path}.${process.pid}.new`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(complete, contents);
  renameSync(complete, path);
}
