// npm run lock:integrity: checks that every locked package is pinned by a hash, so that npm rejects a download that
// differs from what was locked, from any registry. With --fill it first adds missing hashes.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The lock files of this repository. */
const FILES = [
  "package-lock.json",
  "examples/extension/package-lock.json",
  "examples/platform/package-lock.json",
  "bench/package-lock.json",
];
const PUBLIC_REGISTRY = "https://registry.npmjs.org/";
const STRONG_HASH = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * What is wrong with a lock file, one line for each fault, and which packages cannot be judged.
 *
 * @param {{ packages: Record<string, import("./lock-integrity.d.mts").LockEntry> }} lock
 * @returns {{ problems: string[], unhashed: string[] }}
 */
export function judgeLock({ packages }) {
  const problems = [];
  const unhashed = [];
  for (const [path, entry] of Object.entries(packages)) {
    // The root is the project itself, and links are its folders.
    if (path === "" || entry.link) continue;
    const { integrity, resolved } = entry;
    if (resolved !== undefined && !resolved.startsWith(PUBLIC_REGISTRY)) {
      problems.push(`${path} is not fetched from the public npm registry`);
    }
    if (integrity !== undefined && STRONG_HASH.test(integrity)) continue;
    if (integrity === undefined && isForeign(entry)) unhashed.push(path);
    else problems.push(`${path} has no SHA-512 integrity hash`);
  }
  return { problems, unhashed };
}

/**
 * Whether npm may have locked a package without seeing it: a build for another platform that the registry did not
 * offer. Latchkey's own platforms never qualify.
 */
function isForeign({ optional, os, cpu, libc, resolved }) {
  if (!optional || resolved !== undefined || !(os || cpu)) return false;
  const served = os?.includes("linux") && (cpu?.includes("x64") || cpu?.includes("arm64"));
  return !served || (libc !== undefined && !libc.includes("glibc"));
}

/** Adds hashes from npm's registry to packages in a lock file that have none. */
function fill(file) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  for (const path of judgeLock(lock).unhashed) {
    const { version, ...rest } = lock.packages[path];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const query = ["view", `${name}@${version}`, "dist.integrity", "--json"];
    try {
      const integrity = JSON.parse(execFileSync("npm", query, { encoding: "utf8", stdio: "pipe" }));
      lock.packages[path] = { version, integrity, ...rest };
    } catch {
      process.stderr.write(`${file}: ${name}@${version} is not in the registry\n`);
    }
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

function report(file) {
  const { problems, unhashed } = judgeLock(JSON.parse(readFileSync(file, "utf8")));
  for (const problem of problems) process.stderr.write(`${file}: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  if (unhashed.length > 0) {
    process.stdout.write(
      `${file}: ${unhashed.length} builds for other platforms have no hash. To add them from a registry that has them, run npm run lock:integrity -- --fill\n`,
    );
  }
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  if (process.argv[2] === "--fill") FILES.forEach(fill);
  FILES.forEach(report);
}
