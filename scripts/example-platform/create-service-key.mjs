import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What the platform does: provision and introspect. */
const SCOPES = [
  "platform/directory/write",
  "platform/clients/write",
  "platform/scopes/write",
  "platform/introspect",
];

/**
 * Creates the platform's service key beside the running Latchkey, as `npm run service-key` does.
 *
 * @param {Record<string, string>} env Latchkey's variables.
 * @returns {Promise<{id: string, secret: string}>}
 */
export async function createServiceKey(env) {
  const args = ["scripts/service-key.mjs", "Market Hall", ...SCOPES];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env } });
  const printed = (name) => new RegExp(`^ *${name} +(\\S+)$`, "m").exec(stdout)[1];
  return { id: printed("client_id"), secret: printed("client_secret") };
}
