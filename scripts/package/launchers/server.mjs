// Starts Latchkey from this folder: node server.mjs
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL(".", import.meta.url)));
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = readFileSync("next.json", "utf8");
await import("./dist/server.mjs");
