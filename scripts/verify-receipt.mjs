// npm run receipt:verify -- FILE [--keys FILE_OR_URL]: checks whether a consent receipt is genuine. Exits with 1 if
// not.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/verify-receipt.mjs";

const { file, keys } = readArguments(process.argv.slice(2));
if (!file) {
  process.stderr.write("Usage: npm run receipt:verify -- FILE [--keys FILE_OR_URL]\n");
  process.exit(1);
}
await bundle("scripts/verify-receipt.ts", BUNDLE);
const { verifyReceiptFile } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await verifyReceiptFile(file, keys)) ? 0 : 1;

function readArguments(given) {
  const at = given.indexOf("--keys");
  const keys = at === -1 ? undefined : given[at + 1];
  const [file] = at === -1 ? given : given.toSpliced(at, 2);
  return { file, keys };
}
