import { shareDatabase } from "@/lib/boot/share-database";
import { replaceSigningKey } from "@/lib/consent/grants/receipt-keys";
import { configureEnv, type Env } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";
import { type Progress, rotateKeys } from "@/lib/maintenance/keys/rotate-keys";

/**
 * Re-encrypts all stored secrets under the first key of ENCRYPTION_KEYS and prints the progress.
 *
 * @param newReceiptKey Whether to sign receipts with a new key from now on.
 * @returns Whether no row needs another key any more.
 */
export async function rotateAllKeys({
  newReceiptKey,
}: {
  newReceiptKey: boolean;
}): Promise<boolean> {
  try {
    const environment = configureEnv();
    const close = await shareDatabase(environment, "npm run keys:rotate");
    return await rotate(environment, newReceiptKey).finally(close);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

async function rotate({ encryptionKeys }: Env, newReceiptKey: boolean): Promise<boolean> {
  if (newReceiptKey) {
    const keyId = await replaceSigningKey();
    process.stdout.write(`From now on, receipts are signed with the new key ${keyId}.\n`);
  }
  const left = await rotateKeys(encryptionKeys, say);
  const [first, ...others] = encryptionKeys.map(({ id }) => `"${id}"`);
  if (left > 0) {
    process.stderr.write(
      `${left} rows are not encrypted under the key ${first}. If a running service wrote them with another key, restart it with ${first} first in ENCRYPTION_KEYS and run this command again. Rows that no key can decrypt need their original key in ENCRYPTION_KEYS.\n`,
    );
    return false;
  }
  const free = others.length > 0 ? ` ENCRYPTION_KEYS no longer needs ${others.join(", ")}.` : "";
  process.stdout.write(`All stored secrets are encrypted under the key ${first}.${free}\n`);
  return true;
}

function say({ rows, done, total, unreadable }: Progress): void {
  const failed = unreadable > 0 ? `, ${unreadable} that no key can decrypt` : "";
  process.stdout.write(`${rows}: ${done} of ${total}${failed}\n`);
}
