/** A JSON response that must not be cached (RFC 6749 section 5.1). */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

/** A redirect, whose address may contain a code: not cached, and without a referrer. 302 for a GET, 303 after a POST. */
export function redirectResponse(status: 302 | 303, location: string): Response {
  return new Response(null, {
    status,
    headers: {
      location,
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'",
      "referrer-policy": "no-referrer",
    },
  });
}

/** By how much the wait may be longer or shorter, as a share of it. */
const SPREAD = 0.4;

/** A Retry-After of about so many seconds, spread so that callers turned away together do not return together. */
export function retryAfter(seconds: number): string {
  return String(Math.ceil(seconds * (1 - SPREAD + 2 * SPREAD * Math.random())));
}

/** The headers of an error after which a caller may try again in about so many seconds. */
export const retryLater = (seconds: number) => ({
  headers: { "retry-after": retryAfter(seconds) },
});
