import { z } from "zod";
import { brokenLink } from "@/lib/audit/walk-chain";
import { sha256 } from "@/lib/core/crypto/hash";
import { db } from "@/lib/core/db/client";
import { toWire } from "@/lib/core/schemas/to-wire";
import type { Subject } from "@/lib/core/subject";

/** One entry of a grant's history in a receipt. Hashes in hex, timestamps in ISO 8601 in UTC with milliseconds. */
export const receiptEntrySchema = z.object({
  grant_id: z.string(),
  change: z.enum(["granted", "changed", "revoked"]),
  scopes_before: z.array(z.string()),
  scopes_after: z.array(z.string()),
  user_id: z.string().nullable(),
  client_version: z.number(),
  created_at: z.string(),
  previous_hash: z.string().nullable(),
  hash: z.string(),
});

type ReceiptEntry = z.infer<typeof receiptEntrySchema>;

/** The agreement with an extension, as a document for both sides. Either the company or the organization is set. */
export type Receipt = {
  company?: { id: number; name: string };
  organization?: { id: string; name: string };
  extension: { client_id: string; name: string; publisher: string };
  /** Oldest first. People appear by id alone, because a receipt is passed on and outlasts their names. */
  entries: ReceiptEntry[];
  /** Whether the chain was intact when the receipt was written. */
  verified: boolean;
};

const NAMED = { select: { id: true, name: true } } as const;

/** The receipt for all that a company or organization granted a client; null if it never granted anything. */
export async function writeReceipt(
  { companyId, organizationId }: Subject,
  clientId: string,
): Promise<Receipt | null> {
  const stored = await db().grant.findFirst({
    where: { clientId, companyId, organizationId },
    select: {
      id: true,
      company: NAMED,
      organization: NAMED,
      client: { select: { name: true, organization: { select: { name: true } } } },
      events: { orderBy: { id: "asc" } },
    },
  });
  if (!stored) return null;
  const { company, organization, client } = stored;
  const entries = stored.events.map(
    (event): ReceiptEntry => ({
      ...toWire(event, receiptEntrySchema),
      previous_hash: event.previousHash && Buffer.from(event.previousHash).toString("hex"),
      hash: Buffer.from(event.hash).toString("hex"),
    }),
  );
  return {
    ...(company && { company }),
    ...(organization && { organization }),
    extension: { client_id: clientId, name: client.name, publisher: client.organization.name },
    entries,
    verified: findBrokenEntry(entries) === null,
  };
}

/** The index of the first entry, oldest first, that was changed, removed, or inserted; null if the chain is intact. */
export function findBrokenEntry(entries: readonly ReceiptEntry[]): number | null {
  const broken = entries.findIndex((entry, index) => {
    const link = { ...entry, previousHash: entry.previous_hash, computedHash: hashOf(entry) };
    return brokenLink(link, entries[index - 1] ?? null);
  });
  return broken < 0 ? null : broken;
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
