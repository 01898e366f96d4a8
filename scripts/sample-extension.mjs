import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { say } from "./step.mjs";

/** Folder of the sample extension. */
export const SAMPLE_EXTENSION = "examples/extension";

/**
 * Starts the sample extension with the credentials of the demo data. Its channel closes when this process ends in any
 * way, which ends the extension as well.
 *
 * @param {string} dataDir
 * @returns {(() => Promise<void>) | undefined} Stops it; undefined without demo data.
 */
export function startSampleExtension(dataDir) {
  const demoFile = resolve(join(dataDir, "demo.json"));
  if (!existsSync(demoFile)) return undefined;
  let stopping = false;
  const child = fork("server.mjs", {
    cwd: SAMPLE_EXTENSION,
    env: { PATH: process.env.PATH, LATCHKEY_DEMO_FILE: demoFile },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.once("exit", (code, signal) => {
    if (stopping) return;
    say(
      `The sample extension stopped (${signal ?? `code ${code}`}). Latchkey keeps running without it.`,
    );
  });
  return async () => {
    stopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
}
