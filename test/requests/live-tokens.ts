import { db } from "@/lib/core/db/client";

/** How many access and refresh tokens of a client are revoked neither alone nor with their family. */
export async function countUnrevoked(
  clientId: string,
): Promise<{ access: number; refresh: number }> {
  const [row] = await db().$queryRaw<{ access: number; refresh: number }[]>`
    SELECT
      (SELECT count(*)::int FROM access_tokens t WHERE client_id = ${clientId} AND revoked_at IS NULL
        AND NOT EXISTS (SELECT FROM ended_token_families e WHERE e.family_hash = t.family_hash)) AS access,
      (SELECT count(*)::int FROM refresh_tokens t WHERE client_id = ${clientId} AND revoked_at IS NULL
        AND NOT EXISTS (SELECT FROM ended_token_families e
          WHERE e.family_hash IN (t.code_hash, sha256(convert_to(t.family_id, 'UTF8'))))) AS refresh`;
  if (!row) throw new Error("A SELECT without FROM has one row");
  return row;
}
