import { batch } from "@/lib/core/db/batch";
import {
  AUTHENTICATED_CLIENT,
  CREDENTIALS,
  type SentCredentials,
} from "@/lib/protocol/tokens/statements";

/** The data that an SDK reads about its own extension. */
export type ExtensionRow = {
  recordId: string;
  name: string;
  baseUrl: string | null;
  scopes: string[];
  organizationId: string;
};

const findRow = batch<SentCredentials, ExtensionRow>(
  "find-extension",
  { recordId: "text", name: "text", baseUrl: "text", scopes: "text[]", organizationId: "text" },
  CREDENTIALS,
  `
${AUTHENTICATED_CLIENT}
SELECT n, c.record_id AS "recordId", c.name, c.base_url AS "baseUrl", c.scopes,
  c.organization_id AS "organizationId"
FROM client JOIN clients c USING (client_id)`,
);

/** The active client with this live secret, or null. Counts as a use of the secret. */
export async function findExtension(credentials: SentCredentials): Promise<ExtensionRow | null> {
  return (await findRow(credentials)) ?? null;
}
