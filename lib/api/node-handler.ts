import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Handler } from "@/lib/api/endpoint";
import { partsOf } from "@/lib/api/light-response";
import { onResponseEnd } from "@/lib/api/on-response-end";
import type { ApiRequest, RequestHeaders } from "@/lib/core/http/api-request";
import { renderErrorAt, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";

/** How long the rest of a body that no one reads may take before the connection is closed. */
const REST_MS = 500;

/** Handles a request of node:http. @param headers default headers of every response, which its own headers override */
type NodeHandler = (
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

/** Sends a body no faster than the caller reads it. A response to HEAD has none (RFC 9110 section 9.3.2). */
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

/** Headers of which Node keeps the first value only. Fetch joins all values, so that their readers can reject them. */
const KEPT_ONCE = new Set(["authorization", "content-length", "content-type", "user-agent"]);

const BODILESS = new Set(["GET", "HEAD"]);

/** A request of node:http as an {@link ApiRequest}. Nothing is parsed or copied before a handler reads it. */
export class IncomingRequest implements ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly #incoming: IncomingMessage;

  /** @param incoming its target must be a path (see `checkTarget`) */
  constructor(incoming: IncomingMessage, baseUrl: string) {
    this.#incoming = incoming;
    this.method = incoming.method ?? "GET";
    this.url = baseUrl + incoming.url;
    this.headers = new IncomingHeaders(incoming);
  }

  get body(): AsyncIterable<Uint8Array> | null {
    if (BODILESS.has(this.method)) return null;
    // A reader that stops half-way must not close the connection, on which it still answers.
    return this.#incoming.iterator({ destroyOnReturn: false });
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      incoming.on("data", (chunk: Uint8Array) => void chunks.push(chunk));
      incoming.once("end", () => resolve(joined(chunks)));
      incoming.once("error", reject);
      const fail = () => reject(new Error("The connection was closed before the end of the body"));
      // An error captures its stack, which costs every request that much unless it is needed.
      const failUnlessRead = () => incoming.readableEnded || fail();
      if (incoming.destroyed) fail();
      else incoming.once("close", failUnlessRead);
    });
  }
}

class IncomingHeaders implements RequestHeaders {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    const value = this.#incoming.headers[key];
    if (value === undefined) return null;
    if (KEPT_ONCE.has(key)) return allOf(this.#incoming.rawHeaders, key).join(", ");
    return typeof value === "string" ? value : value.join(", ");
  }

  has(name: string): boolean {
    return this.#incoming.headers[name.toLowerCase()] !== undefined;
  }
}

function allOf(raw: readonly string[], key: string): string[] {
  return raw.filter((_, index) => {
    const name = index % 2 === 1 ? raw[index - 1] : undefined;
    return name?.length === key.length && name.toLowerCase() === key;
  });
}

function joined(chunks: readonly Uint8Array[]): ArrayBuffer {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all.buffer;
}
