// npm run latchkey -- COMMAND: the commands for operators and developers. Without a command, it lists them. On a fresh
// clone it installs and generates what they need first.
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildCommands } from "./build.mjs";
import { generate } from "./generate.mjs";
import { install } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
// Drafting a migration needs a package that only development needs.
await install(".", { development: process.argv[2] === "migration" });
await generate();
await buildCommands();
const { runCommand } = await import(pathToFileURL(resolve("dist/commands.mjs")).href);
process.exitCode = await runCommand(process.argv.slice(2), "npm run latchkey --");
