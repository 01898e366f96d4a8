import type { ListDeliveriesQuery } from "@/lib/consent/deliveries/schemas";
import type { Database } from "@/lib/core/db/client";
import { containing } from "@/lib/core/db/list-sql";
import { first, sql } from "@/lib/core/db/sql";
import { readCompanyId } from "@/lib/core/schemas/id-forms";

/** A call to an extension that has not succeeded yet. */
export type DeliveryRow = {
  id: string;
  kind: "uninstall" | "auto_install";
  clientId: string;
  clientName: string;
  companyId: number | null;
  organizationId: string | null;
  subjectName: string;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
};

// float8 is exact up to 2^53.
const SELECT = `
SELECT d.id, d.kind::text AS kind, d.client_id AS "clientId", c.name AS "clientName",
  d.company_id::float8 AS "companyId", d.organization_id AS "organizationId",
  coalesce(company.name, organization.name) AS "subjectName", d.attempts,
  d.last_status AS "lastStatus", d.last_error AS "lastError",
  d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt"
FROM deliveries d JOIN clients c USING (client_id)
LEFT JOIN companies company ON company.id = d.company_id
LEFT JOIN organizations organization ON organization.id = d.organization_id`;

const OF_STATUS = {
  waiting: "d.next_attempt_at IS NOT NULL AND d.last_error IS NULL",
  failing: "d.next_attempt_at IS NOT NULL AND d.last_error IS NOT NULL",
  abandoned: "d.next_attempt_at IS NULL",
} as const;

const TYPES = {
  id: "text",
  kind: "text",
  clientId: "text",
  clientName: "text",
  companyId: "float8",
  organizationId: "text",
  subjectName: "text",
  attempts: "int4",
  lastStatus: "int4",
  lastError: "text",
  nextAttemptAt: "timestamptz",
  createdAt: "timestamptz",
} as const;

type ListValues = {
  beforeId: string;
  take: number;
  q?: string;
  pattern?: string;
  companyId?: number;
} & Pick<ListDeliveriesQuery, "status">;

const listRows = sql<ListValues, DeliveryRow>(
  "list-deliveries",
  TYPES,
  ({ q, companyId, status }) => {
    const named = ["c.name ILIKE :pattern", "d.client_id = :q", "d.organization_id = :q"];
    if (companyId !== undefined) named.push("d.company_id = :companyId");
    const conditions = [
      "d.delivered_at IS NULL AND d.id < :beforeId",
      ...(status ? [OF_STATUS[status]] : []),
      ...(q ? [`(${named.join(" OR ")})`] : []),
    ];
    return `${SELECT} WHERE ${conditions.join(" AND ")} ORDER BY d.id DESC LIMIT :take`;
  },
);

/** Calls before an id, the newest first, one more than the limit if there are that many. */
export function listDeliveryRows(
  beforeId: string,
  { limit, q, status }: ListDeliveriesQuery,
): Promise<DeliveryRow[]> {
  return listRows({
    beforeId,
    take: limit + 1,
    status,
    ...(q && { q, pattern: containing(q), companyId: readCompanyId(q) ?? undefined }),
  });
}

const findDelivery = sql<{ id: string }, DeliveryRow>(
  "find-delivery",
  TYPES,
  `${SELECT} WHERE d.id = :id`,
);

/** Makes a pending or abandoned call due now. Returns null if there is no such call. */
export async function makeDue(tx: Database, id: string): Promise<DeliveryRow | null> {
  const { count } = await tx.delivery.updateMany({
    where: { id, deliveredAt: null },
    data: { nextAttemptAt: new Date(), lastError: null, lastStatus: null },
  });
  if (count === 0) return null;
  return first(await findDelivery({ id }, tx));
}
