// npm run owner:recover -- email: prints a link for a person who lost their password or second factor.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/recover-owner.mjs";

const [email] = process.argv.slice(2);
if (!email) {
  process.stderr.write("Usage: npm run owner:recover -- email-address\n");
  process.exit(1);
}

await bundle("scripts/recover-owner.ts", BUNDLE);
const { printRecoveryLink } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await printRecoveryLink(email)) ? 0 : 1;
