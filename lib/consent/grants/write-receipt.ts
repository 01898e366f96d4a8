import { findReceipt } from "@/lib/consent/grants/receipt-repository";
import { type ReceiptEntry, verifyReceipt } from "@/lib/consent/grants/verify-receipt";
import type { Subject } from "@/lib/core/subject";

/** The agreement with an extension, as a document for both sides. Either the company or the organization is set. */
export type Receipt = {
  company?: { id: number; name: string };
  organization?: { id: string; name: string };
  extension: { client_id: string; name: string; publisher: string };
  /**
   * Oldest first; each hash covers its entry and the previous hash. People appear by id alone, because a receipt is
   * passed on and outlasts their names.
   */
  entries: ReceiptEntry[];
  /** Whether the chain was intact when the receipt was written. */
  verified: boolean;
};

/**
 * The receipt for everything that a company or organization granted a client; null if it never granted
 * anything.
 */
export async function writeReceipt(subject: Subject, clientId: string): Promise<Receipt | null> {
  const stored = await findReceipt(subject, clientId);
  if (!stored) return null;
  const entries = stored.events.map(
    (event): ReceiptEntry => ({
      grant_id: stored.id,
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
    ...(stored.company && { company: stored.company }),
    ...(stored.organization && { organization: stored.organization }),
    extension: {
      client_id: clientId,
      name: stored.client.name,
      publisher: stored.client.organization.name,
    },
    entries,
    verified: verifyReceipt(entries) === null,
  };
}
