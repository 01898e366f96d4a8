import type { ApiRequest } from "@/lib/kernel/http/api-request";
import { renderOAuthError, toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { jsonResponse } from "@/lib/kernel/http/responses";
import { recordDenial } from "@/lib/oauth/events/record-denial";
import { readSentRequest } from "@/lib/oauth/events/sent-request";
import { findExtension } from "@/lib/oauth/startup/repository";
import { countWrongSecret } from "@/lib/oauth/tokens/limit-guessing";
import {
  type ClientCredentials,
  credentialsOf,
  decodeBasic,
  unknownClient,
} from "@/lib/oauth/tokens/read-client-credentials";
import { rejectCredentials } from "@/lib/oauth/tokens/reject-credentials";

/**
 * GET `/service/panel/partners/v1.0/extensions/details/{api_key}`: what an SDK calls at startup. It
 * does not start if one of its own scopes is missing from `scope`. The Java SDK sends the same
 * credentials as Bearer.
 */
export async function extensionDetails(request: ApiRequest): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const apiKey = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const seen: { credentials?: ClientCredentials } = {};
  try {
    const sent = decodeBasic(request.headers.get("authorization") ?? "", ["basic", "bearer"]);
    if (sent.id !== apiKey) throw unknownClient();
    seen.credentials = credentialsOf(sent);
    const extension = await findExtension(seen.credentials);
    if (!extension) throw await rejectCredentials(seen.credentials, null);
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
    const wrong = denial.code === "invalid_client" && seen.credentials;
    const error = (wrong && (await countWrongSecret(apiKey, info.ipAddress))) || denial;
    await recordDenial("startup", error, {
      ...seen,
      authenticated: error.code === "unauthorized_client",
      clientId: apiKey,
      requestId: info.requestId,
      sent: readSentRequest(request),
    });
    return renderOAuthError(error, info.requestId);
  }
}
