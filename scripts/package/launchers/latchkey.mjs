// The commands for operators: node latchkey.mjs. Files are relative to this folder.
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL(".", import.meta.url)));
const { runCommand } = await import("./dist/commands.mjs");
process.exitCode = await runCommand(process.argv.slice(2), "node latchkey.mjs", true);
