import { hotQuery } from "@/lib/db/pool";

/** What a live `client_credentials` token stands for. */
export type OrganizationToken = { clientId: string; organizationId: string; scopes: string[] };

const FIND_ORGANIZATION_TOKEN = `
  SELECT t.client_id AS "clientId", t.organization_id AS "organizationId", t.scopes
  FROM access_tokens t JOIN clients c ON c.client_id = t.client_id
  WHERE t.token_hash = $1 AND t.kind = 'client_credentials' AND t.organization_id IS NOT NULL
    AND t.revoked_at IS NULL AND t.expires_at > now() AND c.is_active AND c.deleted_at IS NULL`;

/** The live `client_credentials` token of this hash, or null. */
export async function findLiveOrganizationToken(hash: Buffer): Promise<OrganizationToken | null> {
  const [row] = await hotQuery<OrganizationToken>(
    "find-organization-token",
    FIND_ORGANIZATION_TOKEN,
    [hash],
  );
  return row ?? null;
}
