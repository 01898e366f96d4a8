import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * @typedef {{id: string, secret: string}} ServiceKey
 *
 * What Latchkey, the platform, and the extension agree on.
 * @typedef {{password: string, oidc: string, shipfast: string, parcelwise: string,
 *   parcelwiseRefreshToken: string, serviceKey?: ServiceKey, gateKey?: ServiceKey}} Secrets
 */

/** Reads the secrets of a data folder, or makes them for a new one. */
export function openSecrets(dataDir) {
  const file = fileIn(dataDir);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const secrets = {
    password: randomBytes(9).toString("base64url"),
    oidc: newSecret(),
    shipfast: newSecret(),
    parcelwise: newSecret(),
    parcelwiseRefreshToken: newSecret(),
  };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  saveSecrets(dataDir, secrets);
  return secrets;
}

/** Stores them for the next start, readable only by this account. */
export function saveSecrets(dataDir, secrets) {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
}

function fileIn(dataDir) {
  return join(dataDir, "example.json");
}

function newSecret() {
  return randomBytes(32).toString("base64url");
}

const run = promisify(execFile);

/** What the platform does: provision and introspect. */
export const PLATFORM_SCOPES = [
  "platform/directory/write",
  "platform/clients/write",
  "platform/scopes/write",
  "platform/introspect",
];

/** Creates a service key beside the running Latchkey. @returns {Promise<{id: string, secret: string}>} */
export async function createServiceKey(env, name, scopes) {
  const args = ["scripts/latchkey.mjs", "service-key", name, ...scopes];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env } });
  const printed = (field) => new RegExp(`^ *${field} +(\\S+)$`, "m").exec(stdout)[1];
  return { id: printed("client_id"), secret: printed("client_secret") };
}
