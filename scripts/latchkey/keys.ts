import { parseArgs } from "node:util";
import { replaceSigningKey } from "@/lib/consent/receipts/receipt-keys";
import { type Env, keysFile } from "@/lib/core/env/env";
import { StartupError } from "@/lib/core/errors";
import {
  type Progress,
  replaceAllKeys,
  rotateKeys,
} from "@/lib/server/maintenance/keys/rotate-keys";
import { withDatabase } from "./command";

/**
 * Re-encrypts all secrets under the first of ENCRYPTION_KEYS. With --new-receipt-key, receipts get a new signing key.
 * With --new, replaces every key in its file while the service runs. Fails if rows are left.
 */
export function rotate(args: string[]): Promise<boolean> {
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({ args, options: { new: flag, "new-receipt-key": flag } });
  return withDatabase("keys rotate", (environment) =>
    values.new ? replaceAll() : reencrypt(environment, values["new-receipt-key"]),
  );
}

async function replaceAll(): Promise<boolean> {
  const file = keysFile();
  if (file === undefined) {
    throw new StartupError(
      "ENCRYPTION_KEYS and NEXTAUTH_SECRET are set in the environment, which a running process cannot read again. Move both to a file and set KEYS_FILE; see docs/backup.md, Keys.",
    );
  }
  const { keyId, copy, receiptKeyId, remaining } = await replaceAllKeys(file, print);
  if (remaining > 0) {
    process.stderr.write(
      `${remaining} rows are not encrypted under the new key "${keyId}", so the earlier keys stay in ${file}. Run npm run latchkey -- keys rotate again.\n`,
    );
    return false;
  }
  process.stdout.write(
    `The new keys are in use: "${keyId}" encrypts, ${receiptKeyId} signs receipts, and cookies have a new secret. Earlier backups need ${copy}: move it to where you keep their keys.\n`,
  );
  return true;
}

async function reencrypt({ encryptionKeys }: Env, newReceiptKey: boolean): Promise<boolean> {
  if (newReceiptKey) {
    const keyId = await replaceSigningKey();
    process.stdout.write(`From now on, receipts are signed with the new key ${keyId}.\n`);
  }
  const remaining = await rotateKeys(encryptionKeys, print);
  const [first, ...others] = encryptionKeys.map(({ id }) => `"${id}"`);
  if (remaining > 0) {
    process.stderr.write(
      `${remaining} rows are not encrypted under the key ${first}. If a running service wrote them with another key, restart it with ${first} first in ENCRYPTION_KEYS and run this command again. Rows that no key can decrypt need their original key in ENCRYPTION_KEYS.\n`,
    );
    return false;
  }
  const free = others.length > 0 ? ` ENCRYPTION_KEYS no longer needs ${others.join(", ")}.` : "";
  process.stdout.write(`All stored secrets are encrypted under the key ${first}.${free}\n`);
  return true;
}

function print({ rows, done, total, unreadable }: Progress): void {
  const failed = unreadable > 0 ? `, ${unreadable} that no key can decrypt` : "";
  process.stdout.write(`${rows}: ${done} of ${total}${failed}\n`);
}
