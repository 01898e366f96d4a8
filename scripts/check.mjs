// npm run check: all static checks.
import { pathToFileURL } from "node:url";
import { generate } from "./generate.mjs";
import { install } from "./install.mjs";
import { node } from "./run.mjs";
import { runStages } from "./stages.mjs";

/** One stage per check. @type {[title: string, work: () => Promise<void>][]} */
export const CHECKS = [
  ["Format and lint", () => node("node_modules/@biomejs/biome/bin/biome", ["ci", "."])],
  ["Layers", () => node("scripts/check-layers.mjs")],
  ["SQL", () => node("scripts/check-sql.mjs")],
  ["Types", checkTypes],
  ["Unused code", () => node("node_modules/knip/bin/knip.js")],
  ["Locked packages", () => node("scripts/check-locks.mjs")],
  ["Security tests", () => node("scripts/check-denials.mjs")],
];

async function checkTypes() {
  await node("node_modules/next/dist/bin/next", ["typegen"], { NEXT_TELEMETRY_DISABLED: "1" });
  await node("node_modules/typescript/bin/tsc", ["--project", ".config/tsconfig.check.json"]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await install(".", { development: true });
  await generate();
  await runStages(CHECKS);
}
