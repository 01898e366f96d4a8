import type { ApiRequest } from "@/lib/core/http/api-request";
import { readLines } from "@/lib/core/http/read-lines";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { jsonResponse } from "@/lib/core/http/responses";
import { noGateKey, noteKeyUse, readGateKey } from "@/lib/gate/key/authenticate-key";
import { mergeLines } from "@/lib/gate/log/merge-lines";
import { findGateKey } from "@/lib/gate/repository";

/**
 * POST `/service/platform/gate/v1.0/log`: status and duration of calls that the gate has checked, one JSON object per
 * line (NDJSON), from a proxy's access log. Only calls that were checked with the same key change.
 */
export async function logEndpoint(request: ApiRequest): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    const hash = readGateKey(request.headers);
    const key = hash && (await findGateKey(hash));
    if (!key) throw noGateKey();
    noteKeyUse(key);
    const lines = readLines(request.body ?? new Blob([]).stream());
    return jsonResponse(200, await mergeLines(key.keyId, lines));
  } catch (thrown) {
    return renderOAuthError(toServiceError(thrown, requestId), requestId);
  }
}
