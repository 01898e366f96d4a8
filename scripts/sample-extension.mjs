import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { startChild } from "./child.mjs";
import { print } from "./step.mjs";

export const SAMPLE_EXTENSION = "examples/extension";

/**
 * Starts the sample extension with the credentials of the demo data.
 * @returns {(() => Promise<void>) | undefined} Stops it; undefined without demo data.
 */
export function startSampleExtension(dataDir) {
  const demoFile = resolve(join(dataDir, "demo.json"));
  if (!existsSync(demoFile)) return undefined;
  return startChild("server.mjs", {
    cwd: SAMPLE_EXTENSION,
    env: { PATH: process.env.PATH, LATCHKEY_DEMO_FILE: demoFile },
    onEnd: (reason) =>
      print(`The sample extension stopped (${reason}). Latchkey keeps running without it.`),
  });
}
