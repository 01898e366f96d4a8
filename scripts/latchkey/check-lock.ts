import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

/** What npm locks about a package. */
interface LockEntry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

interface Lock {
  packages: Record<string, LockEntry>;
}

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
 * Checks that a hash pins every locked package, so that npm rejects a download that differs from what was locked, from any
 * registry. With --fill, it first adds missing hashes from npm's registry.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { fill: { type: "boolean" } } });
  if (values.fill) FILES.forEach(fill);
  return FILES.map(report).every(Boolean);
}

/** The faults of a lock file, one line each, and the packages that cannot be judged. */
export function judgeLock({ packages }: Lock) {
  const problems: string[] = [];
  const unhashed: string[] = [];
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
function isForeign({ optional, os, cpu, libc, resolved }: LockEntry): boolean {
  if (!optional || resolved !== undefined || !(os || cpu)) return false;
  const served = os?.includes("linux") && (cpu?.includes("x64") || cpu?.includes("arm64"));
  return !served || (libc !== undefined && !libc.includes("glibc"));
}

/** Adds hashes from npm's registry to packages in a lock file that have none. */
function fill(file: string): void {
  const lock: Lock = JSON.parse(readFileSync(file, "utf8"));
  for (const path of judgeLock(lock).unhashed) {
    const { version, ...rest } = lock.packages[path] ?? {};
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

/** @returns Whether nothing is wrong. */
function report(file: string): boolean {
  const { problems, unhashed } = judgeLock(JSON.parse(readFileSync(file, "utf8")));
  for (const problem of problems) process.stderr.write(`${file}: ${problem}\n`);
  if (unhashed.length > 0) {
    process.stdout.write(
      `${file}: ${unhashed.length} builds for other platforms have no hash. To add them from a registry that has them, run npm run latchkey -- lock check --fill\n`,
    );
  }
  return problems.length === 0;
}
