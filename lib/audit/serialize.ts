import type { AuditEntryRow } from "@/lib/audit/log-statements";
import type { AuditEntry } from "@/lib/audit/schemas";
import { ERASED } from "@/lib/audit/values";

export function serializeAuditEntry(row: AuditEntryRow): AuditEntry {
  const [type = "", id = ""] = row.actor.split(":", 2);
  const personal = new Map(
    Object.entries(row.personal ?? {}).map(([place, value]) => [place, value ?? ERASED]),
  );
  return {
    id: row.id,
    actor: { type, id, name: row.actorName, email: row.actorEmail },
    action: row.action,
    target: row.target,
    target_name: row.targetName,
    before: withPersonal(valuesOf(row.before), "before.", personal),
    after: withPersonal(valuesOf(row.after), "after.", personal),
    ip_address: personal.get("ip_address") ?? row.ipAddress,
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

function withPersonal(
  values: Record<string, unknown> | null,
  side: string,
  personal: ReadonlyMap<string, string>,
): Record<string, unknown> | null {
  if (!values) return null;
  for (const [place, value] of personal) {
    if (place.startsWith(side)) values[place.slice(side.length)] = value;
  }
  return values;
}
