// npm run service-key -- name [scope …]: creates a key for a backend or gateway of the platform and prints its secret.
// With --list, --rotate or --revoke, it lists, rotates or revokes keys.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/service-key.mjs";
const USAGE = `Usage: npm run service-key -- name [scope …]
       npm run service-key -- --list
       npm run service-key -- --rotate ID [--overlap 1h]
       npm run service-key -- --revoke ID
Without scopes, a new key has all of them except platform/gate. Without --overlap, the old secrets end in a day.
`;

const command = readCommand();
await bundle("scripts/service-key.ts", BUNDLE);
const { printKeyCommand } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await printKeyCommand(command)) ? 0 : 1;

function readCommand() {
  const { values, positionals } = readArguments();
  const { list, rotate, revoke, overlap } = values;
  const [name, ...scopes] = positionals;
  const commands = [
    name && { kind: "create", name, scopes },
    list && { kind: "list" },
    rotate && { kind: "rotate", id: rotate, overlap },
    revoke && { kind: "revoke", id: revoke },
  ].filter(Boolean);
  if (commands.length !== 1 || (overlap && !rotate)) fail("");
  return commands[0];
}

function readArguments() {
  const options = {
    list: { type: "boolean" },
    rotate: { type: "string" },
    overlap: { type: "string" },
    revoke: { type: "string" },
  };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return fail(`${error.message}\n`);
  }
}

function fail(reason) {
  process.stderr.write(`${reason}${USAGE}`);
  process.exit(1);
}
