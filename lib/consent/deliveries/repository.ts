import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";

/** A call that is due, claimed for one attempt. */
export type DueDelivery = {
  id: string;
  kind: "uninstall" | "auto_install";
  clientId: string;
  /** The call's subject: a company, or an organization. */
  companyId: number | null;
  organizationId: string | null;
  /** Attempts so far, including this one. */
  attempts: number;
  /** The organization whose client is called. */
  publisherId: string;
  baseUrl: string | null;
  /** Of the trace of the request that caused the call. */
  traceparent: string | null;
};

/** A call to store. */
type NewDelivery = { kind: "uninstall" | "auto_install"; clientId: string };

const insertRow = sql<
  { id: string; traceparent: string | null } & NewDelivery & Subject,
  { id: string }
>(
  "insert-delivery",
  { id: "text" },
  `
INSERT INTO deliveries (id, kind, client_id, company_id, organization_id, traceparent, created_at, next_attempt_at)
SELECT :id, :kind::delivery_kind, client_id, :companyId::bigint, :organizationId, :traceparent, now(), now()
FROM clients WHERE client_id = :clientId AND base_url IS NOT NULL
RETURNING id`,
);

/** Stores a call to make immediately, and returns its id; null if the client has no address to call. */
export async function insertDelivery(
  tx: Database,
  {
    subject,
    traceparent = null,
    ...delivery
  }: NewDelivery & { subject: Subject; traceparent?: string | null | undefined },
): Promise<string | null> {
  const values = { ...delivery, ...subject, id: newId(), traceparent };
  return first(await insertRow(values, tx))?.id ?? null;
}

/** Deletes a call that has no address any more. */
export async function deleteDelivery(id: string): Promise<void> {
  await db().delivery.deleteMany({ where: { id } });
}

/** Claims calls that are due; two processes never claim the same attempt. */
export const claimDue = sql<{ limit: number }, DueDelivery>(
  "claim-deliveries",
  {
    id: "text",
    kind: "text",
    clientId: "text",
    companyId: "int8",
    organizationId: "text",
    attempts: "int4",
    publisherId: "text",
    baseUrl: "text",
    traceparent: "text",
  },
  // A claim postpones the next attempt, so that nothing is lost if the process dies.
  `
WITH due AS (
  SELECT id FROM deliveries WHERE next_attempt_at <= now()
  ORDER BY next_attempt_at LIMIT :limit FOR UPDATE SKIP LOCKED
)
UPDATE deliveries d SET attempts = d.attempts + 1, next_attempt_at = now() + interval '1 minute'
FROM due, clients c
WHERE d.id = due.id AND c.client_id = d.client_id
RETURNING d.id, d.kind, d.client_id AS "clientId", d.company_id AS "companyId",
  d.organization_id AS "organizationId", d.attempts, c.organization_id AS "publisherId", c.base_url AS "baseUrl",
  d.traceparent`,
);

/** Records the outcome of an attempt. `nextAttemptAt` null: delivered or abandoned. */
export async function recordAttempt(
  id: string,
  attempt: {
    lastStatus: number | null;
    lastError: string | null;
    deliveredAt: Date | null;
    nextAttemptAt: Date | null;
  },
): Promise<void> {
  await db().delivery.updateMany({ where: { id }, data: attempt });
}

/** When the next call is due; null if none is waiting. */
export async function findNextDue(): Promise<Date | null> {
  const next = await db().delivery.findFirst({
    where: { nextAttemptAt: { not: null } },
    select: { nextAttemptAt: true },
    orderBy: { nextAttemptAt: "asc" },
  });
  return next?.nextAttemptAt ?? null;
}
