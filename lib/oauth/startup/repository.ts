import { hotQuery } from "@/lib/kernel/db/pool";

/** What an SDK reads about its own extension. */
export type ExtensionRow = {
  recordId: string;
  name: string;
  baseUrl: string | null;
  scopes: string[];
  organizationId: string;
};

const FIND_EXTENSION = `
  SELECT c.record_id AS "recordId", c.name, c.base_url AS "baseUrl", c.scopes,
    c.organization_id AS "organizationId"
  FROM clients c JOIN client_secrets s ON s.client_id = c.client_id
  WHERE c.client_id = $1 AND s.secret_hash = $2 AND s.revoked_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > now()) AND c.is_active AND c.deleted_at IS NULL`;

/** The active client with this live secret, or null. */
export async function findExtension(
  clientId: string,
  secretHash: Buffer,
): Promise<ExtensionRow | null> {
  const [row] = await hotQuery<ExtensionRow>("find-extension", FIND_EXTENSION, [
    clientId,
    secretHash,
  ]);
  return row ?? null;
}
