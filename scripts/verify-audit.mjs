// npm run audit:verify [-- organization_id]: verifies that audit logs are unchanged. Exits with 1 if one is not.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/verify-audit.mjs";

await bundle("scripts/verify-audit.ts", BUNDLE);
const { verifyAuditLogs } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await verifyAuditLogs(process.argv[2])) ? 0 : 1;
