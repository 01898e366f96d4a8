import { statement } from "@/lib/kernel/db/statement";
import type { ClientCredentials } from "@/lib/oauth/tokens/read-client-credentials";
import { CLIENT_IS_USABLE, SECRET_MATCHES } from "@/lib/oauth/tokens/statements";
import { SECRET_IS_LIVE } from "@/lib/oauth/tokens/token-state";

/** What an SDK reads about its own extension. */
export type ExtensionRow = {
  recordId: string;
  name: string;
  baseUrl: string | null;
  scopes: string[];
  organizationId: string;
};

const findRow = statement<ClientCredentials, ExtensionRow>(
  "find-extension",
  { recordId: "text", name: "text", baseUrl: "text", scopes: "text[]", organizationId: "text" },
  `
  SELECT c.record_id AS "recordId", c.name, c.base_url AS "baseUrl", c.scopes,
    c.organization_id AS "organizationId"
  FROM clients c JOIN client_secrets s ON s.client_id = c.client_id
  WHERE c.client_id = :clientId AND ${SECRET_MATCHES} AND ${SECRET_IS_LIVE} AND ${CLIENT_IS_USABLE}`,
);

/** The active client with this live secret, or null. */
export async function findExtension(credentials: ClientCredentials): Promise<ExtensionRow | null> {
  const [row] = await findRow(credentials);
  return row ?? null;
}
