// npm run package: writes what a production machine needs to dist/latchkey, with the packages that are really loaded.
// node dist/latchkey/server.mjs starts it. docs/operating.md explains.
import { rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LockHeldError, takeBuildLock } from "../lib/core/process/lock.mjs";
import { build, buildCommands } from "./build.mjs";
import { generate } from "./generate.mjs";
import { install } from "./install.mjs";
import { CommandError } from "./run.mjs";
import { print, step } from "./step.mjs";

const MAX_MEGABYTES = 250;

/**
 * Builds what is out of date and writes the package.
 *
 * @param {string} folder An absolute path, or one relative to the checkout. What is there is replaced.
 * @throws {CommandError} if it is larger than a package may be
 */
async function writePackage(folder) {
  const inWords = (done) => done;
  await step("Packages", () => install("."), inWords);
  await step("Database client", generate, inWords);
  await step("Build", build, inWords);
  await step("Commands", buildCommands, inWords);
  // Imported here because on a fresh clone its packages have just been installed.
  const { copyFiles } = await import("./package/copy-files.mjs");
  rmSync(folder, { recursive: true, force: true });
  const parts = await step("Package", () => copyFiles(folder));
  const sum = parts.reduce((total, { megabytes }) => total + megabytes, 0);
  for (const { name, megabytes } of parts) print(`${megabytes.toFixed(1).padStart(7)} MB  ${name}`);
  print(`${sum.toFixed(1).padStart(7)} MB  ${folder}`);
  if (sum <= MAX_MEGABYTES) return;
  throw new CommandError(`The package may have ${MAX_MEGABYTES} MB. Find what it no longer needs.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  try {
    process.on("exit", takeBuildLock());
    await writePackage("dist/latchkey");
  } catch (error) {
    if (!(error instanceof LockHeldError || error instanceof CommandError)) throw error;
    print(error.message);
    process.exitCode = 1;
  }
}
