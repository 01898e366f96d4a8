import type { ServiceError } from "@/lib/core/errors";
import { renderOAuthError } from "@/lib/core/http/render-error";
import { REQUEST_ID_HEADER } from "@/lib/core/http/request-info";

const NOT_ASCII = /[\x7f-\uffff]/g;

/**
 * The answer to a call that is not allowed (RFC 6750 section 3), for the caller. `X-Latchkey-Denial` repeats the body,
 * because nginx's auth_request passes on nothing else of it.
 */
export async function deniedAnswer(error: ServiceError, requestId: string): Promise<Response> {
  const answer = renderOAuthError(error, requestId);
  const body = await answer.text();
  const headers = new Headers(answer.headers);
  headers.set(REQUEST_ID_HEADER, requestId);
  headers.set("x-latchkey-request-id", requestId);
  headers.set("x-latchkey-denial", inAscii(body));
  return new Response(body, { status: answer.status, headers });
}

/** The same JSON in the characters that a header may have. */
function inAscii(json: string): string {
  return json.replace(
    NOT_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
