import type { Database } from "@/lib/core/db/client";
import type { JsonObject } from "@/lib/core/json";

/** An entry before a trigger adds it to a chain and separates its personal values. */
type NewRow = {
  /** Null for the platform's log. */
  organizationId: string | null;
  actor: string;
  action: string;
  target: string;
  before?: JsonObject;
  after?: JsonObject;
  ipAddress: string | null;
  requestId: string;
};

/** Appends audit rows, in this order. */
export async function insertAuditRows(tx: Database, rows: readonly NewRow[]): Promise<void> {
  await tx.auditRow.createMany({ data: [...rows] });
}

/** The organizations of a person, in id order. */
export async function listOrganizationsOf(tx: Database, userId: string): Promise<string[]> {
  const rows = await tx.organizationMember.findMany({
    where: { userId },
    select: { organizationId: true },
    orderBy: { organizationId: "asc" },
  });
  return rows.map(({ organizationId }) => organizationId);
}
