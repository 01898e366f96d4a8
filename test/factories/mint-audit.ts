import { randomBytes } from "node:crypto";
import { type Change, recordChange } from "@/lib/audit/record-change";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { asOwner } from "@/test/process/owner-database";

/** Adds audit rows to an organization on behalf of `userId`, oldest first. */
export async function mintAuditRows(
  organizationId: string,
  userId: string,
  changes: readonly (Partial<Change> & { requestId?: string })[],
): Promise<void> {
  const caller = { kind: "user", organizationId, userId, role: "owner" } as const;
  for (const { requestId = newId(), ...change } of changes) {
    const info = { requestId, ipAddress: "192.0.2.7", userAgent: null };
    await recordChange(db(), caller, info, {
      action: "client.updated",
      target: `client:${newId()}`,
      ...change,
    });
  }
}

/** Ids of an organization's audit rows, oldest first. */
export async function auditIds(organizationId: string): Promise<bigint[]> {
  const rows = await db().auditRow.findMany({
    where: { organizationId },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/**
 * Runs a statement on the table of audit rows as its owner, with the triggers disabled.
 * @param statement with `$1` and so on for the values
 */
export async function tamperWithAudit(statement: string, ...values: unknown[]): Promise<void> {
  await asOwner(async (owner) => {
    await owner.query("BEGIN");
    await owner.query("ALTER TABLE audit_rows DISABLE TRIGGER USER");
    await owner.query(statement, values);
    await owner.query("ALTER TABLE audit_rows ENABLE TRIGGER USER");
    await owner.query("COMMIT");
  });
}

/** Bytes that are not the hash of anything. */
export function anyHash(): string {
  return randomBytes(32).toString("hex");
}
