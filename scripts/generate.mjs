// npm run generate: writes the Prisma client and the list of operations for pages.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { node } from "./run.mjs";
import { whenStale } from "./stamps.mjs";

const OPERATIONS = "lib/api/client/generated/operations.ts";
/** Generating does not need the schema engine; setting a path keeps Prisma from downloading one. */
const ENGINE_FREE = {
  PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
  CHECKPOINT_DISABLE: "1",
};

/** @returns {Promise<string>} What was done. */
export async function generate() {
  const client = await generatePrismaClient();
  const operations = await generateOperations();
  return client === operations ? client : "done";
}

function generatePrismaClient() {
  return whenStale(
    "generate",
    ["prisma/schema.prisma", ".config/prisma.ts", "node_modules/prisma/package.json"],
    ["lib/core/db/generated/client.ts"],
    () => node("node_modules/prisma/build/index.js", ["generate"], ENGINE_FREE, true),
  );
}

/** Browsers get the method and path of each operation; its schemas, texts and code stay on the server. */
function generateOperations() {
  const modules = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/generated|\.test\.ts$/.test(file))
    .map((file) => join("lib", file));
  const inputs = ["scripts/generate.mjs", ...modules];
  return whenStale("operations", inputs, [OPERATIONS], async () => {
    const { managementOperations, platformOperations } = await loadEndpoints();
    mkdirSync(dirname(OPERATIONS), { recursive: true });
    const lines = [...managementOperations, ...platformOperations].map(
      ({ id, method, path }) => `  ${id}: { method: "${method}", path: "${path}" },\n`,
    );
    writeFileSync(
      OPERATIONS,
      `// Generated from lib/api/endpoints.ts by npm run generate.\nexport const operations = {\n${lines.join("")}} as const;\n`,
    );
  });
}

async function loadEndpoints() {
  // esbuild is not installed yet when this module loads on a fresh clone.
  const { bundle } = await import("./bundle.mjs");
  const built = resolve("dist/endpoints/endpoints.mjs");
  await bundle("lib/api/endpoints.ts", built);
  const table = await import(pathToFileURL(built).href);
  rmSync(dirname(built), { recursive: true });
  return table;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await generate();
