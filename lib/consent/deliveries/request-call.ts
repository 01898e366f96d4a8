import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Subject } from "@/lib/core/subject";

/** The trace that a call to an extension belongs to: that of the request that caused it. */
export type CallTrace = Pick<RequestInfo, "traceparent">;

/** A call to an extension: that it was removed, or is to be installed without a browser. */
type NewCall = { kind: "uninstall" | "auto_install"; clientId: string };

const insert = sql<{ id: string; traceparent: string | null } & NewCall & Subject, { id: string }>(
  "insert-delivery",
  { id: "text" },
  `
INSERT INTO deliveries (id, kind, client_id, company_id, organization_id, traceparent, created_at, next_attempt_at)
SELECT :id, :kind::delivery_kind, client_id, :companyId::bigint, :organizationId, :traceparent, now(), now()
FROM clients WHERE client_id = :clientId AND base_url IS NOT NULL
RETURNING id`,
);

/**
 * Stores a call to an extension about a company or an organization; made soon after the commit.
 * @returns its id; null for an extension without a base URL, which is not called
 */
export async function requestCall(
  tx: Database,
  { subject, traceparent, ...call }: NewCall & { subject: Subject } & CallTrace,
): Promise<string | null> {
  const values = { ...call, ...subject, id: newId(), traceparent: traceparent ?? null };
  return first(await insert(values, tx))?.id ?? null;
}
