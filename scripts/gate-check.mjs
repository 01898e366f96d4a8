// npm run gate:check -- rules.json [--call "GET /path"] [--scopes a,b] [--company 1]: checks a rules file of the gate
// and says what the gate would decide about a call. Exits with 1 if the file is invalid or the call is denied.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/gate-check.mjs";
const USAGE =
  'Usage: npm run gate:check -- rules.json [--call "GET /path"] [--scopes a,b] [--company 1]\n';

const { file, call, scopes, company } = readArguments();
await bundle("scripts/gate-check.ts", BUNDLE);
const { checkRules } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await checkRules(file, call, { scopes, company })) ? 0 : 1;

function readArguments() {
  try {
    const text = { type: "string" };
    const options = { call: text, scopes: text, company: text };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file && others.length === 0) return { file, ...values };
    process.stderr.write(USAGE);
  } catch (error) {
    process.stderr.write(`${error.message}\n${USAGE}`);
  }
  process.exit(1);
}
