type ResponseParts = {
  headers: Record<string, string | string[]>;
  body: string | Uint8Array | ReadableStream<Uint8Array> | null;
};

type Body = ResponseParts["body"];

/**
 * The `Response` of the fast lane (ADR 1), which `scripts/bundle.mjs` puts in place of the global one. It keeps its
 * arguments as they are and has only the members that this service reads.
 */
class LightResponse implements Pick<Response, "status" | "ok" | "headers" | "text" | "json"> {
  readonly status: number;
  readonly #body: Body;
  readonly #init: HeadersInit;
  #headers: Headers | undefined;

  constructor(body: Body = null, { status = 200, headers = {} }: ResponseInit = {}) {
    this.status = status;
    this.#body = body;
    this.#init = headers;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get headers(): Headers {
    this.#headers ??= new Headers(this.#init);
    return this.#headers;
  }

  async text(): Promise<string> {
    const body = this.#body ?? "";
    if (typeof body === "string") return body;
    const chunks = body instanceof Uint8Array ? [body] : await all(body);
    return Buffer.concat(chunks).toString();
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  get parts(): ResponseParts {
    const init = this.#headers ?? this.#init;
    const headers = isPlain(init) ? init : plainHeaders(new Headers(init));
    return { headers, body: this.#body };
  }
}

export { LightResponse as Response };

/** What to write of a response, light or real. */
export function partsOf(response: Response): ResponseParts {
  if (response instanceof LightResponse) return response.parts;
  return { headers: plainHeaders(response.headers), body: response.body };
}

function isPlain(init: HeadersInit): init is Record<string, string> {
  return !(init instanceof Headers || Array.isArray(init));
}

/** Only Set-Cookie may occur more than once (RFC 9110 section 5.3). */
function plainHeaders(headers: Headers): Record<string, string | string[]> {
  const plain: Record<string, string | string[]> = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  return cookies.length > 0 ? { ...plain, "set-cookie": cookies } : plain;
}

async function all(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}
