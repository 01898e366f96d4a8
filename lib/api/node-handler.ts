import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Handler } from "@/lib/api/endpoint";
import { IncomingRequest } from "@/lib/api/incoming-request";
import { partsOf } from "@/lib/api/light-response";
import { onResponseEnd } from "@/lib/api/on-response-end";
import { renderErrorAt, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";

/** How long the rest of a body that no one reads may take before the connection is closed. */
const REST_MS = 500;

/**
 * Handles a request of node:http.
 * @param headers default headers of every response, which its own headers override
 */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  headers: OutgoingHttpHeaders,
) => Promise<void>;

/** Answers requests of node:http with a handler of the endpoint table. */
export function nodeHandler(baseUrl: string, handler: Handler): NodeHandler {
  return async (incoming, outgoing, headers) => {
    const request = new IncomingRequest(incoming, baseUrl);
    const extraHeaders = { ...headers };
    try {
      write(await handler(request), outgoing, headers);
    } catch (thrown) {
      const { requestId } = readRequestInfo(request.headers);
      const error = toServiceError(thrown, requestId);
      write(renderErrorAt(request, error, requestId), outgoing, extraHeaders);
    }
    if (!incoming.complete) outgoing.once("finish", () => discardRest(incoming));
  };
}

/** Writes a response to a caller, who may have left. Adds its headers to `headers`. */
export function write(
  response: Response,
  outgoing: ServerResponse,
  headers: OutgoingHttpHeaders,
): void {
  const { headers: more, body } = partsOf(response);
  Object.assign(headers, more);
  if (body instanceof ReadableStream) {
    outgoing.writeHead(response.status, headers).flushHeaders();
    void send(body, outgoing);
    return;
  }
  // A 204 has no length, and a 304 would have that of another response (RFC 9110 section 8.6).
  if (response.status !== 204 && response.status !== 304)
    headers["content-length"] = Buffer.byteLength(body ?? "");
  outgoing.writeHead(response.status, headers).end(body);
}

/**
 * Sends a body as it is made, no faster than the caller reads it, until the caller leaves. A response to HEAD has none
 * (RFC 9110 section 9.3.2).
 */
async function send(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader();
  const { method, socket } = outgoing.req;
  // The code that produces the body logs its failures.
  const stop = () => void reader.cancel().catch(() => {});
  onResponseEnd(outgoing, stop);
  if (socket.destroyed || method === "HEAD") stop();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!outgoing.write(next.value)) await new Promise((go) => outgoing.once("drain", go));
    }
    outgoing.end();
  } catch {
    // A partial body must not look complete.
    outgoing.destroy();
  }
}

/** Makes way for the next request on the connection. */
function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  incoming.resume();
  const timer = setTimeout(() => incoming.socket.destroySoon(), REST_MS);
  incoming.once("close", () => clearTimeout(timer));
}
