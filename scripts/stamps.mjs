import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

const FILE = "dist/stamps.json";

/**
 * Does work that depends on files only, unless it was already done for the same files.
 * @param {string} name Of the result.
 * @param {readonly string[]} inputs Files and folders, relative to the project.
 * @param {readonly string[]} outputs Files that must exist for the result to count.
 * @returns {Promise<string>} What was done.
 */
export async function whenStale(name, inputs, outputs, work) {
  const hash = hashOf(inputs);
  if (readStamps()[name] === hash && outputs.every((file) => existsSync(file))) return "up to date";
  await work();
  replaceFile(FILE, `${JSON.stringify({ ...readStamps(), [name]: hash }, null, 2)}\n`);
  return "done";
}

function readStamps() {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}

function hashOf(inputs) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap(filesOf).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true, encoding: "utf8" });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Writes a file so that processes that read it meanwhile get the old or the new one, whole. */
export function replaceFile(path, contents) {
  const complete = `${path}.${process.pid}.new`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(complete, contents);
  renameSync(complete, path);
}
