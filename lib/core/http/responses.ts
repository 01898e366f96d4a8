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
