import { readFileSync } from "node:fs";

/** Reads a text file; null if there is none, or if its process (in `/proc`) has just ended. @param {string} file */
export function readIfPresent(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes(codeOf(error))) return null;
    throw error;
  }
}

/** The code of a system error, such as ENOENT; "" if it has none. @param {unknown} error */
export function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
