// npm run organization:verify -- organization_id [--undo]: marks an organization as verified by the operator.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/verify-organization.mjs";

const [organizationId, ...options] = process.argv.slice(2);
if (!organizationId || options.some((option) => option !== "--undo")) {
  process.stderr.write("Usage: npm run organization:verify -- organization_id [--undo]\n");
  process.exit(1);
}

await bundle("scripts/verify-organization.ts", BUNDLE);
const { noteVerification } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await noteVerification(organizationId, options.length === 0)) ? 0 : 1;
