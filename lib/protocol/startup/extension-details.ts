import { batch } from "@/lib/core/db/batch";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { jsonResponse } from "@/lib/core/http/responses";
import { recordDenial } from "@/lib/protocol/events/record-denial";
import { readSentRequest } from "@/lib/protocol/events/sent-request";
import { rejectCredentials } from "@/lib/protocol/tokens/authenticate-client";
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
  const apiKey = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const readSoFar: { pair?: Pair; credentials?: SentCredentials } = {};
  try {
    const pair = decodeBasic(authorizationOf(request.headers) ?? "", ["basic", "bearer"]);
    if (pair.id !== apiKey) throw unknownClient();
    readSoFar.credentials = { ...credentialsOf(pair), ipAddress: info.ipAddress };
    readSoFar.pair = pair;
    const extension = await findExtension(readSoFar.credentials);
    if (!extension) throw await rejectCredentials(readSoFar.credentials, null);
    return jsonResponse(200, {
      _id: extension.recordId,
      api_key: apiKey,
      name: extension.name,
      base_url: extension.baseUrl,
      scope: extension.scopes,
      extension_type: "public",
      organization_id: extension.organizationId,
    });
  } catch (thrown) {
    const denial = toServiceError(thrown, info.requestId);
    const { pair, ...known } = readSoFar;
    const wrong = denial.code === "invalid_client" ? pair : undefined;
    const error = wrong ? await rejectWrongSecret(denial, wrong, info) : denial;
    if (!error) return extensionDetails(request);
    await recordDenial("startup", error, {
      ...known,
      authenticated: error.code === "unauthorized_client",
      clientId: apiKey,
      requestId: info.requestId,
      sent: readSentRequest(request),
    });
    return renderOAuthError(error, info.requestId);
  }
}

/** The data that an SDK reads about its own extension. */
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
  { recordId: "text", name: "text", baseUrl: "text", scopes: "text[]", organizationId: "text" },
  CREDENTIALS,
  `
${AUTHENTICATED_CLIENT}
SELECT n, c.record_id AS "recordId", c.name, c.base_url AS "baseUrl", c.scopes,
  c.organization_id AS "organizationId"
FROM client JOIN clients c USING (client_id)`,
);
