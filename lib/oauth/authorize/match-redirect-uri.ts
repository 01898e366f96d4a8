const APPLICATION_ID = /([?&])application_id=[0-9a-f]{24}(&|$)/;
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=\/|$|\?)/;
// Written escapes, so that the pattern itself holds no control character.
const NEVER_IN_A_URL = /[\p{Cc}\s\\#]/u;

/** The requested address without the one parameter that SDKs append, `application_id` (24 hex). */
export function withoutApplicationId(redirectUri: string): string {
  const query = redirectUri.indexOf("?");
  if (query < 0) return redirectUri;
  const rest = redirectUri
    .slice(query)
    .replace(APPLICATION_ID, (_match, before: string, after: string) =>
      after === "" ? "" : before,
    );
  return redirectUri.slice(0, query) + rest;
}

/**
 * Whether a redirect_uri is one of the registered ones: equal to the letter, save for
 * `application_id` and, on a loopback host, the port (RFC 8252 section 7.3). Nothing is normalized.
 */
export function matchRedirectUri(registered: readonly string[], redirectUri: string): boolean {
  if (NEVER_IN_A_URL.test(redirectUri) || !URL.canParse(redirectUri)) return false;
  const candidates = [redirectUri, withoutApplicationId(redirectUri)];
  return registered.some((entry) =>
    candidates.some((uri) => uri === entry || sameLoopback(entry, uri)),
  );
}

function sameLoopback(registered: string, requested: string): boolean {
  if (!LOOPBACK.test(registered) || !LOOPBACK.test(requested)) return false;
  return registered.replace(LOOPBACK, "$1") === requested.replace(LOOPBACK, "$1");
}
