import type { IncomingMessage } from "node:http";
import type { ApiRequest, RequestHeaders } from "@/lib/core/http/api-request";

/** Headers of which Node keeps the first value only. Fetch joins all values, so that their readers can reject them. */
const KEPT_ONCE = new Set(["authorization", "content-length", "content-type", "user-agent"]);

const BODILESS = new Set(["GET", "HEAD"]);

/** A request of node:http as an {@link ApiRequest}. Nothing is parsed or copied before a handler reads it. */
export class IncomingRequest implements ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly #incoming: IncomingMessage;

  /**
   * @param incoming whose target is a path (see `checkTarget`)
   * @param baseUrl BASE_URL
   */
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
