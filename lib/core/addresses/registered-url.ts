import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";

/** An address that may be registered, or what is wrong with it. */
export type ParsedAddress =
  | { url: URL; problem?: undefined; fault?: undefined }
  | { problem: string; fault: AddressFault };

function invalidAddress(fault: AddressFault): ParsedAddress {
  return { problem: describeAddressFault(fault), fault };
}

/** Maximum length of a registered address, in characters. */
const MAX_ADDRESS_LENGTH = 2000;

// Authorize adds these parameters to the redirect (RFC 6749 section 4.1.2, RFC 9207). A registered parameter of the
// same name would shadow them.
const ANSWER_PARAMETERS = ["code", "state", "iss", "error"];

/** Validates a redirect URL that a client wants to register (RFC 6749 section 3.1.2, RFC 9700 section 4.1.3). */
export function parseRedirectUrl(text: string): ParsedAddress {
  const parsed = parseWebAddress(text);
  if (parsed.problem !== undefined) return parsed;
  const name = ANSWER_PARAMETERS.find((taken) => parsed.url.searchParams.has(taken));
  return name ? invalidAddress({ code: "answerParameter", name }) : parsed;
}

/** Validates the base URL of an extension, to which `/fp/install` and the like are appended. */
export function parseBaseUrl(text: string): ParsedAddress {
  const parsed = parseWebAddress(text);
  if (parsed.problem !== undefined) return parsed;
  return text.includes("?") ? invalidAddress({ code: "query" }) : parsed;
}

/** Names of this machine (RFC 8252 section 7.3). */
const LOOPBACK_HOSTS = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * The rules that redirect URLs and base URLs share: `https`, or `http` on a loopback host; no fragment, user-info or
 * wildcard; and normalized as a browser would, so that equal addresses are equal strings (lower-case host, no default
 * port, no dot segments, no backslash).
 */
function parseWebAddress(text: string): ParsedAddress {
  if (text.length > MAX_ADDRESS_LENGTH)
    return invalidAddress({ code: "tooLong", max: MAX_ADDRESS_LENGTH });
  if (text.includes("*")) return invalidAddress({ code: "wildcard" });
  const url = parseUrl(text);
  if (!url) return invalidAddress({ code: "notAbsolute" });
  const fault = findFault(url, text);
  return fault ? invalidAddress(fault) : { url };
}

function findFault(url: URL, text: string): AddressFault | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return { code: "otherScheme" };
  if (url.protocol === "http:" && !LOOPBACK_HOSTS.has(url.hostname)) return { code: "insecure" };
  if (text.includes("#")) return { code: "fragment" };
  return hasUserInfo(url) ?? isNotPlain(url, text);
}

function hasUserInfo(url: URL): AddressFault | undefined {
  return url.username || url.password ? { code: "userInfo" } : undefined;
}

// URL adds the slash of an empty path; both ways of writing that are plain.
function isNotPlain({ href }: URL, text: string): AddressFault | undefined {
  return href === text || href === `${text}/` ? undefined : { code: "notPlain", plain: href };
}

/** Names that resolve only inside a machine or network (RFC 6761, 6762, 8375 and 9476, and ICANN's reserved ones). */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|corp|home|arpa|onion|alt)$/;

/** After parsing, every way of writing an IPv4 address has this form, and IPv6 addresses have brackets. */
const IP_ADDRESS = /^\[|^[\d.]+$/;

/** Validates a link for people: `https` on a public host, written as a browser would. Nothing here ever fetches it. */
export function parsePublicLink(text: string): ParsedAddress {
  if (text.length > MAX_ADDRESS_LENGTH)
    return invalidAddress({ code: "tooLong", max: MAX_ADDRESS_LENGTH });
  const url = parseUrl(text);
  if (!url) return invalidAddress({ code: "notAbsolute" });
  if (url.protocol !== "https:") return invalidAddress({ code: "notHttps" });
  const name = url.hostname.replace(/\.$/, "");
  const isPublic = name.includes(".") && !IP_ADDRESS.test(name) && !PRIVATE_NAME.test(name);
  const unnamed = isPublic ? undefined : ({ code: "notPublic" } as const);
  const fault = hasUserInfo(url) ?? unnamed ?? isNotPlain(url, text);
  return fault ? invalidAddress(fault) : { url };
}

/** Why an address cannot be registered. The console translates it by `code`. */
export type AddressFault =
  | { code: "tooLong"; max: number }
  | { code: "wildcard" | "notAbsolute" | "otherScheme" | "insecure" | "fragment" | "userInfo" }
  /** `plain` is the normalized form. */
  | { code: "notPlain"; plain: string }
  | { code: "query" | "notHttps" | "notPublic" }
  /** A query parameter that authorize adds itself. */
  | { code: "answerParameter"; name: string };

// In the API's words, to follow the name of the field.
const PROBLEMS = {
  tooLong: `is longer than ${MAX_ADDRESS_LENGTH} characters`,
  wildcard: "must not contain a wildcard: list each URL",
  notAbsolute: "is not an absolute URL such as https://example.com/path",
  otherScheme: "must start with https://",
  insecure: "must use https. Only 127.0.0.1, [::1] and localhost may use http",
  fragment: "must not contain a fragment (#)",
  userInfo: "must not contain a user name or password",
  notHttps: "must start with https://",
  notPublic: "must have a public host name, not an IP address or a name of a private network",
  query: "must not contain a query",
} as const;

function describeAddressFault(fault: AddressFault): string {
  if (fault.code === "notPlain") return `must be written as ${fault.plain}`;
  if (fault.code !== "answerParameter") return PROBLEMS[fault.code];
  return `must not contain the query parameter "${fault.name}"`;
}
