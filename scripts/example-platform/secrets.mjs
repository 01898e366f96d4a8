import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{id: string, secret: string}} ServiceKey
 *
 * What Latchkey, the platform, and the extension agree on.
 * @typedef {{password: string, oidc: string, shipfast: string, parcelwise: string,
 *   parcelwiseRefreshToken: string, serviceKey?: ServiceKey, gateKey?: ServiceKey}} Secrets
 */

/**
 * Reads the secrets of a data folder, or makes them for a new one.
 *
 * @param {string} dataDir
 * @returns {Secrets}
 */
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

/**
 * Stores them for the next start, readable only by this account.
 *
 * @param {string} dataDir
 * @param {Secrets} secrets
 */
export function saveSecrets(dataDir, secrets) {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
}

function fileIn(dataDir) {
  return join(dataDir, "example.json");
}

function newSecret() {
  return randomBytes(32).toString("base64url");
}
