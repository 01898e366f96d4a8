/** An address that may be registered, or what is wrong with it in words for the person who typed it. */
export type ParsedAddress = { url: URL; problem?: undefined } | { problem: string };

/** Most characters of a registered address. */
const MAX_ADDRESS_LENGTH = 2000;

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Whether a parsed host name is this very machine (RFC 8252 section 7.3). */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname);
}

/**
 * What redirect URLs and base URLs have in common: `https`, or `http` on a loopback host; no
 * fragment, user-info or wildcard; written as a browser would write it, so that comparing strings
 * compares addresses (no upper case in the host, no default port, no dot segments, no backslash).
 */
export function parseWebAddress(text: string): ParsedAddress {
  if (text.length > MAX_ADDRESS_LENGTH) {
    return { problem: `is longer than ${MAX_ADDRESS_LENGTH} characters` };
  }
  if (text.includes("*")) return { problem: "must not hold a wildcard: list each address" };
  if (!URL.canParse(text))
    return { problem: "is not an absolute URL, like https://example.com/path" };
  const url = new URL(text);
  const problem = findProblem(url, text);
  return problem ? { problem } : { url };
}

function findProblem(url: URL, text: string): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must start with https://";
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) {
    return "must use https; http is for 127.0.0.1, [::1] and localhost only";
  }
  if (text.includes("#")) return "must not hold a fragment (#)";
  if (url.username || url.password) return "must not hold a user name or password";
  // URL adds the slash of an empty path; both ways of writing that are plain.
  if (url.href !== text && url.href !== `${text}/`) return `must be written as ${url.href}`;
  return undefined;
}
