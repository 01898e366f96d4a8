import { statement } from "@/lib/kernel/db/statement";

/** What an SDK reads about its own extension. */
export type ExtensionRow = {
  recordId: string;
  name: string;
  baseUrl: string | null;
  scopes: string[];
  organizationId: string;
};

const findRow = statement<{ clientId: string; secretHash: Buffer }, ExtensionRow>(
  "find-extension",
  { recordId: "text", name: "text", baseUrl: "text", scopes: "text[]", organizationId: "text" },
  `
  SELECT c.record_id AS "recordId", c.name, c.base_url AS "baseUrl", c.scopes,
    c.organization_id AS "organizationId"
  FROM clients c JOIN client_secrets s ON s.client_id = c.client_id
  WHERE c.client_id = :clientId AND s.secret_hash = :secretHash AND s.revoked_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > now()) AND c.is_active AND c.deleted_at IS NULL`,
);

/** The active client with this live secret, or null. */
export async function findExtension(
  clientId: string,
  secretHash: Buffer,
): Promise<ExtensionRow | null> {
  const [row] = await findRow({ clientId, secretHash });
  return row ?? null;
}
