import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

/** Without its windowing parts, Chromium starts sooner and leaves the tests more of the machine. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/**
 * Finds a Chromium on this machine: the system's, or one that Playwright downloaded earlier.
 *
 * @returns {string | undefined} Its path.
 */
export function findBrowser() {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const installed = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...installed, chromium.executablePath()].find((path) => existsSync(path));
}
