// npm run operator -- email: makes a person an operator of this installation, or ends that.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/operator.mjs";
const USAGE = "Usage: npm run operator -- (email-address | --id ID) [--support | --remove]\n";

const { values, positionals } = readArguments();
const [email] = positionals;
if (!email === !values.id || (values.support && values.remove)) {
  process.stderr.write(USAGE);
  process.exit(1);
}

await bundle("scripts/operator.ts", BUNDLE);
const { noteOperator } = await import(pathToFileURL(resolve(BUNDLE)).href);
const role = values.support ? "support" : "operator";
process.exitCode = (await noteOperator(
  email ? { email } : { id: values.id },
  values.remove ? null : role,
))
  ? 0
  : 1;

function readArguments() {
  const options = {
    id: { type: "string" },
    support: { type: "boolean" },
    remove: { type: "boolean" },
  };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    process.stderr.write(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}
