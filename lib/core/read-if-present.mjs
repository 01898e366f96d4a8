import { readFileSync } from "node:fs";

/**
 * Reads a text file that another process may remove at any moment, such as one in `/proc`.
 *
 * @param {string} file
 * @returns {string | null} Null if there is none, or its process has just ended.
 */
export function readIfPresent(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return null;
    throw error;
  }
}
