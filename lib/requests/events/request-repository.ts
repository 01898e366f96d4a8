import { sql } from "@/lib/core/db/sql";

type ClientOfRequest = { organizationId: string; clientId: string };

const findClient = sql<{ organizationIds: string[]; requestId: string }, ClientOfRequest>(
  "find-client-of-request",
  { organizationId: "text", clientId: "text" },
  `
  SELECT c.organization_id AS "organizationId", c.client_id AS "clientId"
  FROM authorization_events e JOIN clients c ON c.client_id = e.client_id
  WHERE e.request_id = :requestId AND c.organization_id = ANY (:organizationIds::text[]) AND c.deleted_at IS NULL
  LIMIT 1`,
);

/** Finds which of these organizations' clients a request named, by request id; null if none. */
export async function findClientOfRequest(
  organizationIds: string[],
  requestId: string,
): Promise<ClientOfRequest | null> {
  const [row] = await findClient({ organizationIds, requestId });
  return row ?? null;
}
