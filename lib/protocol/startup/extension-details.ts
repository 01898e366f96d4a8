import { batch } from "@/lib/core/db/batch";
import { jsonResponse } from "@/lib/core/http/responses";
import { clientEndpoint } from "@/lib/protocol/tokens/client-endpoint";
import { decodeBasic, unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import { AUTHENTICATED_CLIENT, CREDENTIALS } from "@/lib/protocol/tokens/statements";

/**
 * GET `/service/panel/partners/v1.0/extensions/details/{api_key}`: what an SDK calls at startup. It does not start if
 * one of its own scopes is missing from `scope`. The Java SDK sends the same credentials as Bearer.
 */
export const extensionDetails = clientEndpoint(
  "startup",
  () => null,
  async ({ credentials }) => {
    const extension = await findExtension(credentials);
    if (!extension) throw unknownClient();
    return jsonResponse(200, {
      _id: extension.recordId,
      api_key: credentials.clientId,
      name: extension.name,
      base_url: extension.baseUrl,
      scope: extension.scopes,
      extension_type: "public",
      organization_id: extension.organizationId,
    });
  },
  {
    readBody: ({ url }) => ({ client_id: new URL(url).pathname.split("/").at(-1) ?? "" }),
    readPair(authorization, { client_id }) {
      const pair = decodeBasic(authorization ?? "", ["basic", "bearer"]);
      if (pair.id !== client_id) throw unknownClient();
      return pair;
    },
  },
);

/** The active client with this live secret. Counts as a use of the secret. */
const findExtension = batch(
  "find-extension",
  { recordId: "text", name: "text", baseUrl: "text?", scopes: "text[]", organizationId: "text" },
  CREDENTIALS,
  `
${AUTHENTICATED_CLIENT}
SELECT n, c.record_id AS "recordId", c.name, c.base_url AS "baseUrl", c.scopes,
  c.organization_id AS "organizationId"
FROM client JOIN clients c USING (client_id)`,
);
