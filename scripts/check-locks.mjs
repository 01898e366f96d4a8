// Checks that the lock files name npm's public registry only, and pin each package by a SHA-512 hash.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { CommandError, node } from "./run.mjs";
import { print } from "./step.mjs";

const FILES = [
  "package-lock.json",
  "examples/extension/package-lock.json",
  "examples/platform/package-lock.json",
  "bench/package-lock.json",
];
const LINT = "node_modules/lockfile-lint/bin/lockfile-lint.js";
const RULES = ["--type=npm", "--allowed-hosts=npm", "--validate-https", "--validate-integrity"];

/**
 * The packages without a hash, which lockfile-lint accepts.
 * @param {{ packages: Record<string, { integrity?: string, link?: boolean }> }} lock
 * @returns {string[]} Their paths.
 */
export function findUnpinned({ packages }) {
  // The root is the project itself, and links are its folders.
  const isPinned = (
    /** @type {[string, { integrity?: string, link?: boolean }]} */ [path, entry],
  ) => path === "" || entry.link || entry.integrity;
  return Object.entries(packages)
    .filter((entry) => !isPinned(entry))
    .map(([path]) => path);
}

async function checkLocks() {
  for (const file of FILES) {
    await node(LINT, ["--path", file, ...RULES], {}, true);
    const unpinned = findUnpinned(JSON.parse(readFileSync(file, "utf8")));
    if (unpinned.length > 0)
      throw new CommandError(`${file} has no hash for ${unpinned.join(", ")}`);
  }
  print(`${FILES.length} lock files`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await checkLocks();
