import { db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";

/** Stores a verified request until the seller decides. */
export async function insertAuthorizationRequest(request: {
  id: string;
  clientId: string;
  subject: Subject;
  userId: string;
  redirectUri: string;
  scopes: readonly string[];
  state: string | null;
  codeChallenge: string | null;
  expiresAt: Date;
}): Promise<void> {
  const { subject, scopes, ...columns } = request;
  await db().authorizationRequest.create({
    data: { ...columns, ...subject, scopes: [...scopes] },
    select: { id: true },
  });
}

/** The name of an active client, or null. */
export async function findClientName(clientId: string): Promise<string | null> {
  const client = await db().client.findFirst({
    where: { clientId, isActive: true, deletedAt: null },
    select: { name: true },
  });
  return client?.name ?? null;
}

/**
 * The names of a client and of the company or organization, as far as they exist and were requested; otherwise null.
 */
export const readDeniedNames = sql<
  { clientId: string | null; companyId: number | null; organizationId: string | null },
  { clientName: string | null; subjectName: string | null }
>(
  "read-denied-names",
  { clientName: "text", subjectName: "text" },
  `
  SELECT
    (SELECT name FROM clients WHERE client_id = :clientId AND deleted_at IS NULL) AS "clientName",
    coalesce((SELECT name FROM companies WHERE id = :companyId::int8),
      (SELECT name FROM organizations WHERE id = :organizationId)) AS "subjectName"`,
);
