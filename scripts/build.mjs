// npm run build: pages by Next, the process by esbuild.
import { pathToFileURL } from "node:url";
import { generate } from "./generate.mjs";
import { node } from "./run.mjs";
import { whenStale } from "./stamps.mjs";

const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "instrumentation.ts",
  "server.ts",
  "scripts/bundle.mjs",
  "lib/core/process/lock.mjs",
  "scripts/step.mjs",
  "next.config.ts",
  "tailwind.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

/** Builds what is out of date. @returns {Promise<string>} What was done. */
export function build() {
  return whenStale("build", SOURCES, ["dist/server.mjs", ".next/BUILD_ID"], async () => {
    await bundleServer();
    const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
    await node("node_modules/next/dist/bin/next", ["build"], env, true);
  });
}

/** Bundles `server.ts` into `dist/server.mjs`. */
export async function bundleServer() {
  // Imported here because on a fresh clone esbuild has just been installed.
  const { bundle } = await import("./bundle.mjs");
  await bundle("server.ts", "dist/server.mjs", ["lib/api/light-response.ts"]);
}

/** Bundles the commands into `dist/commands.mjs` unless nothing changed. @returns {Promise<string>} What was done. */
export function buildCommands() {
  const sources = ["lib", "scripts/latchkey", "scripts/bundle.mjs", "package-lock.json"];
  return whenStale("commands", sources, ["dist/commands.mjs"], async () => {
    const { bundle } = await import("./bundle.mjs");
    await bundle("scripts/latchkey/run-command.ts", "dist/commands.mjs");
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await generate();
  await build();
  await buildCommands();
}
