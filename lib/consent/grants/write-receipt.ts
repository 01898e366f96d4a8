import { findReceipt } from "@/lib/consent/grants/receipt-repository";
import { type ReceiptEntry, verifyReceipt } from "@/lib/consent/grants/verify-receipt";
import type { Subject } from "@/lib/core/subject";

/** What was agreed with an extension, for both sides to keep. Either the company or the organization is set. */
export type Receipt = {
  company?: { id: number; name: string };
  organization?: { id: string; name: string };
  extension: { client_id: string; name: string; publisher: string };
  /** People are named by id alone: a receipt is passed on, and outlasts their names. Oldest first; each hash covers its entry and the hash before it. */
  entries: ReceiptEntry[];
  /** Whether the chain was intact when the receipt was written. */
  verified: boolean;
};

/**
 * The receipt for everything that a company or organization granted a client; null if it never granted
 * anything.
 */
export async function writeReceipt(subject: Subject, clientId: string): Promise<Receipt | null> {
  const found = await findReceipt(subject, clientId);
  if (!found) return null;
  const entries = found.events.map(
    (event): ReceiptEntry => ({
      grant_id: found.id,
      change: event.change,
      scopes_before: event.scopesBefore,
      scopes_after: event.scopesAfter,
      user_id: event.userId,
      client_version: event.clientVersion,
      created_at: event.createdAt.toISOString(),
      previous_hash: event.previousHash && Buffer.from(event.previousHash).toString("hex"),
      hash: Buffer.from(event.hash).toString("hex"),
    }),
  );
  return {
    ...(found.company && { company: found.company }),
    ...(found.organization && { organization: found.organization }),
    extension: {
      client_id: clientId,
      name: found.client.name,
      publisher: found.client.organization.name,
    },
    entries,
    verified: verifyReceipt(entries) === null,
  };
}
