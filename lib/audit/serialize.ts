import type { AuditEntryRow } from "@/lib/audit/list-repository";
import type { AuditEntry } from "@/lib/audit/schemas";

/** An audit row on the wire. */
export function serializeAuditEntry(row: AuditEntryRow): AuditEntry {
  const [type = "", id = ""] = row.actor.split(":", 2);
  return {
    id: row.id,
    actor: { type, id, name: row.actorName, email: row.actorEmail },
    action: row.action,
    target: row.target,
    target_name: row.targetName,
    before: valuesOf(row.before),
    after: valuesOf(row.after),
    ip_address: row.ipAddress,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
    previous_hash: row.previousHash,
    hash: row.hash,
  };
}

// A row written into the table by hand must still be shown.
function valuesOf(stored: unknown): Record<string, unknown> | null {
  if (stored === null) return null;
  return typeof stored === "object" && !Array.isArray(stored) ? { ...stored } : { value: stored };
}
