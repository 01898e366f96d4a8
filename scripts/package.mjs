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

/**
 * Builds what is out of date and writes the package.
 * @param {string} folder An absolute path, or one relative to the checkout. What is there is replaced.
 */
async function writePackage(folder) {
  await step("Packages", () => install("."), String);
  await step("Database client", generate, String);
  await step("Build", build, String);
  await step("Commands", buildCommands, String);
  // Imported here because on a fresh clone its packages have just been installed.
  const { copyFiles } = await import("./package/copy-files.mjs");
  rmSync(folder, { recursive: true, force: true });
  await step(
    "Package",
    () => copyFiles(folder),
    (megabytes) => `${megabytes.toFixed(1)} MB in ${folder}`,
  );
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
