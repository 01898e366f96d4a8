// npm run operator -- email: makes a person an operator of this installation.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/operator.mjs";

const [email] = process.argv.slice(2);
if (!email) {
  process.stderr.write("Usage: npm run operator -- email-address\n");
  process.exit(1);
}

await bundle("scripts/operator.ts", BUNDLE);
const { noteOperator } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await noteOperator(email)) ? 0 : 1;
