import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { findProgram } from "./find-program.mjs";

/** Without its windowing parts, Chromium starts sooner and leaves the tests more of the machine. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Finds the system's Chromium, or else Playwright's. @returns {string | undefined} Its path. */
export function findBrowser() {
  const downloaded = chromium.executablePath();
  const installed = NAMES.map(findProgram).find(Boolean);
  return installed ?? (existsSync(downloaded) ? downloaded : undefined);
}
