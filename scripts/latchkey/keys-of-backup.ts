import { existsSync } from "node:fs";
import { join } from "node:path";
import { readKeys } from "@/lib/core/crypto/generated-keys";
import { parseKeyRing } from "@/lib/core/env/key-ring";
import { StartupError } from "@/lib/core/env/startup-error";
import { dataFolder } from "./data-folder";

/**
 * The keys with which a backup is restored: those of the environment, or else of `keys.json` in the backup or in the
 * data folder.
 * @throws StartupError if there are none
 */
export function keysOfBackup(folder: string) {
  const { ENCRYPTION_KEYS: encryptionKeys, NEXTAUTH_SECRET: nextauthSecret } = process.env;
  if (encryptionKeys && nextauthSecret) return withRing({ encryptionKeys, nextauthSecret });
  const files = [folder, dataFolder()].map((each) => join(each, "keys.json"));
  const file = [process.env.KEYS_FILE, ...files].find((each) => each && existsSync(each));
  if (file) return withRing(readKeys(file));
  throw new StartupError(
    `There are no keys for this backup. Set ENCRYPTION_KEYS and NEXTAUTH_SECRET, or put the keys.json that you stored into ${dataFolder()}.`,
  );
}

function withRing(keys: { encryptionKeys: string; nextauthSecret: string }) {
  const ring = parseKeyRing(keys.encryptionKeys);
  return { ...keys, ring, sessionSecrets: keys.nextauthSecret.split(",") };
}
