import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What the platform does: provision and introspect. */
export const PLATFORM_SCOPES = [
  "platform/directory/write",
  "platform/clients/write",
  "platform/scopes/write",
  "platform/introspect",
];

/**
 * Creates a service key beside the running Latchkey, as `npm run service-key` does.
 *
 * @param {Record<string, string>} env Latchkey's variables.
 * @param {string} name
 * @param {readonly string[]} scopes
 * @returns {Promise<{id: string, secret: string}>}
 */
export async function createServiceKey(env, name, scopes) {
  const args = ["scripts/latchkey.mjs", "service-key", name, ...scopes];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env } });
  const printed = (field) => new RegExp(`^ *${field} +(\\S+)$`, "m").exec(stdout)[1];
  return { id: printed("client_id"), secret: printed("client_secret") };
}
