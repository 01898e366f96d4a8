// npm run service-key -- name [scope …]: creates a key for a backend or gateway of the platform and prints its secret.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/service-key.mjs";

const [name, ...scopes] = process.argv.slice(2);
if (!name || name.startsWith("-")) {
  process.stderr.write(
    "Usage: npm run service-key -- name [scope …]\nWithout scopes, the key has all of them except platform/gate.\n",
  );
  process.exit(1);
}

await bundle("scripts/service-key.ts", BUNDLE);
const { printNewServiceKey } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await printNewServiceKey(name, scopes)) ? 0 : 1;
