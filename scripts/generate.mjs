// npm run db:generate: writes the Prisma client into lib/kernel/db/generated.
import { pathToFileURL } from "node:url";
import { node } from "./run.mjs";
import { whenStale } from "./stamps.mjs";

/** @returns {Promise<string>} What was done. */
export function generate() {
  return whenStale(
    "generate",
    ["prisma/schema.prisma", ".config/prisma.ts", "node_modules/prisma/package.json"],
    ["lib/kernel/db/generated/client.ts"],
    () =>
      // The schema engine is not needed to generate; named, so that Prisma downloads none.
      node("node_modules/prisma/build/index.js", ["generate"], {
        PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await generate();
