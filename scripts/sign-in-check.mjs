// npm run sign-in:check: reads the sign-in provider's discovery document and says whether it fits the settings.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/sign-in-check.mjs";

await bundle("scripts/sign-in-check.ts", BUNDLE);
const { printProviderCheck } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await printProviderCheck()) ? 0 : 1;
