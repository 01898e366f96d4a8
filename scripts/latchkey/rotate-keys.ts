import { parseArgs } from "node:util";
import { replaceSigningKey } from "@/lib/consent/grants/receipt-keys";
import type { Env } from "@/lib/core/env";
import { type Progress, rotateKeys } from "@/lib/server/maintenance/keys/rotate-keys";
import { withDatabase } from "./command";

/**
 * Re-encrypts all stored secrets under the first key of ENCRYPTION_KEYS, so that the others can be retired, and prints
 * the progress. With --new-receipt-key, receipts are signed with a new key from now on. Fails if rows are left.
 */
export function run(args: string[]): Promise<boolean> {
  const options = { "new-receipt-key": { type: "boolean", default: false } } as const;
  const { values } = parseArgs({ args, options });
  return withDatabase("keys rotate", (environment) =>
    rotate(environment, values["new-receipt-key"]),
  );
}

async function rotate({ encryptionKeys }: Env, newReceiptKey: boolean): Promise<boolean> {
  if (newReceiptKey) {
    const keyId = await replaceSigningKey();
    process.stdout.write(`From now on, receipts are signed with the new key ${keyId}.\n`);
  }
  const remaining = await rotateKeys(encryptionKeys, say);
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

function say({ rows, done, total, unreadable }: Progress): void {
  const failed = unreadable > 0 ? `, ${unreadable} that no key can decrypt` : "";
  process.stdout.write(`${rows}: ${done} of ${total}${failed}\n`);
}
