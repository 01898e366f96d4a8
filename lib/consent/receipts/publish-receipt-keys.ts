import { publicReceiptKeys } from "@/lib/consent/receipts/receipt-keys";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";

/**
 * GET `/.well-known/latchkey-receipt-keys.json`: the public keys of every receipt that this installation ever
 * signed, as a JWK set (RFC 7517 section 5). Empty before the first receipt.
 */
export async function publishReceiptKeys(request: ApiRequest): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    return new Response(JSON.stringify({ keys: await publicReceiptKeys() }), {
      headers: {
        "content-type": "application/jwk-set+json",
        "cache-control": "public, max-age=300",
      },
    });
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}
