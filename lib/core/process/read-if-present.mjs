import { readFileSync } from "node:fs";

/**
 * Reads a text file that another process may remove at any moment, such as one in `/proc`.
 * @param {string} file
 * @returns {string | null} Null if there is none, or its process has just ended.
 */
export function readIfPresent(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes(codeOf(error))) return null;
    throw error;
  }
}

/**
 * The code of a system error, such as ENOENT; "" if it has none.
 * @param {unknown} error
 * @returns {string}
 */
export function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
