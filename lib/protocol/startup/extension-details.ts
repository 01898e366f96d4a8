import { batch } from "@/lib/core/db/batch";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { jsonResponse } from "@/lib/core/http/responses";
import { recordDenial } from "@/lib/protocol/events/record-denial";
import { readSentRequest } from "@/lib/protocol/events/sent-request";
import { credentialsDenial } from "@/lib/protocol/tokens/authenticate-client";
import {
  credentialsOf,
  decodeBasic,
  type Pair,
  unknownClient,
} from "@/lib/protocol/tokens/read-client-credentials";
import { rejectWrongSecret } from "@/lib/protocol/tokens/reject-wrong-secret";
import {
  AUTHENTICATED_CLIENT,
  CREDENTIALS,
  type SentCredentials,
} from "@/lib/protocol/tokens/statements";

/**
 * GET `/service/panel/partners/v1.0/extensions/details/{api_key}`: what an SDK calls at startup. It
 * does not start if one of its own scopes is missing from `scope`. The Java SDK sends the same
 * credentials as Bearer.
 */
export async function extensionDetails(request: ApiRequest): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const { requestId, ipAddress } = info;
  const clientId = new URL(request.url).pathname.split("/").at(-1) ?? "";
  let read: { pair: Pair; credentials: SentCredentials } | undefined;
  for (;;) {
    try {
      const pair = decodeBasic(authorizationOf(request.headers) ?? "", ["basic", "bearer"]);
      if (pair.id !== clientId) throw unknownClient();
      const credentials = { ...credentialsOf(pair), ipAddress };
      read = { pair, credentials };
      const extension = await findExtension(credentials);
      if (!extension) throw await credentialsDenial(credentials, null);
      return jsonResponse(200, {
        _id: extension.recordId,
        api_key: clientId,
        name: extension.name,
        base_url: extension.baseUrl,
        scope: extension.scopes,
        extension_type: "public",
        organization_id: extension.organizationId,
      });
    } catch (thrown) {
      const error = await rejectWrongSecret(toServiceError(thrown, requestId), read?.pair, info);
      // Without one, the secret was right, although no statement had accepted it. Each does from now on.
      if (!error) continue;
      await recordDenial("startup", error, {
        ...(read && { credentials: read.credentials }),
        authenticated: error.code === "unauthorized_client",
        clientId,
        requestId,
        sent: readSentRequest(request),
      });
      return renderOAuthError(error, requestId);
    }
  }
}

type ExtensionRow = {
  recordId: string;
  name: string;
  baseUrl: string | null;
  scopes: string[];
  organizationId: string;
};

/** The active client with this live secret. Counts as a use of the secret. */
const findExtension = batch<SentCredentials, ExtensionRow>(
  "find-extension",
  { recordId: "text", name: "text", baseUrl: "text?", scopes: "text[]", organizationId: "text" },
  CREDENTIALS,
  `
${AUTHENTICATED_CLIENT}
SELECT n, c.record_id AS "recordId", c.name, c.base_url AS "baseUrl", c.scopes,
  c.organization_id AS "organizationId"
FROM client JOIN clients c USING (client_id)`,
);
