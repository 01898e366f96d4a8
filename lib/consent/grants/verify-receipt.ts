import { sha256 } from "@/lib/core/crypto/hash";

/** One entry of a grant's history in a receipt; hashes in hex. */
export type ReceiptEntry = {
  grant_id: string;
  change: "granted" | "changed" | "revoked";
  scopes_before: readonly string[];
  scopes_after: readonly string[];
  user_id: string | null;
  client_version: number;
  /** ISO 8601 in UTC, with milliseconds. */
  created_at: string;
  previous_hash: string | null;
  hash: string;
};

/**
 * Checks the chain of a receipt.
 * @param entries oldest first
 * @returns the index of the first entry that was changed, removed or inserted; null if the chain is intact
 */
export function verifyReceipt(entries: readonly ReceiptEntry[]): number | null {
  let previous: string | null = null;
  for (const [index, entry] of entries.entries()) {
    if (entry.previous_hash !== previous || entry.hash !== hashOf(entry)) return index;
    previous = entry.hash;
  }
  return null;
}

// The same text, line by line, that the database hashes when it appends an entry.
function hashOf(entry: ReceiptEntry): string {
  const lines = [
    entry.previous_hash ?? "",
    entry.grant_id,
    entry.change,
    entry.scopes_before.join(" "),
    entry.scopes_after.join(" "),
    entry.user_id ?? "",
    String(entry.client_version),
    entry.created_at,
  ];
  return sha256(lines.join("\n")).toString("hex");
}
