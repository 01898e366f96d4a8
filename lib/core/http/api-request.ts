/** The headers of a request, as handlers read them; a Fetch `Headers` is one. */
export type RequestHeaders = Pick<Headers, "get" | "has">;

/** A request as handlers read it: a Fetch `Request` in Next, an `IncomingRequest` in the fast lane (ADR 1). */
export type ApiRequest = {
  readonly method: string;
  /** Absolute. Use its path and query only: without Next, its host is that of BASE_URL. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Null if the method has none. Can be read once. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** The whole body; reads without a limit, so check its size first. */
  arrayBuffer(): Promise<ArrayBuffer>;
};
