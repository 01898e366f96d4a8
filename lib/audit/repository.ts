import type { Database } from "@/lib/db/client";
import type { JsonObject } from "@/lib/json";

/** Appends an audit row. */
export async function insertAuditRow(
  tx: Database,
  row: {
    organizationId: string;
    actor: string;
    action: string;
    target: string;
    before?: JsonObject;
    after?: JsonObject;
    ipAddress: string | null;
    requestId: string;
  },
): Promise<void> {
  await tx.auditRow.create({ data: row, select: { id: true } });
}
