// npm run keys:rotate: re-encrypts all stored secrets under the first key of ENCRYPTION_KEYS, so that the others can be
// retired. With --new-receipt-key it also creates a new key for signing receipts. Exits with 1 if rows are left.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/rotate-keys.mjs";

await bundle("scripts/rotate-keys.ts", BUNDLE);
const { rotateAllKeys } = await import(pathToFileURL(resolve(BUNDLE)).href);
const newReceiptKey = process.argv.includes("--new-receipt-key");
process.exitCode = (await rotateAllKeys({ newReceiptKey })) ? 0 : 1;
