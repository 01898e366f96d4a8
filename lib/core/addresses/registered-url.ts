import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";

/** An address that may be registered, or what is wrong with it. */
export type ParsedAddress =
  | { url: URL; problem?: undefined; fault?: undefined }
  | { problem: string; fault: AddressFault };

/** The outcome for an address that cannot be registered. */
export function invalidAddress(fault: AddressFault): ParsedAddress {
  return { problem: describeAddressFault(fault), fault };
}

/** Maximum length of a registered address, in characters. */
export const MAX_ADDRESS_LENGTH = 2000;

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

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Whether a parsed host name refers to this machine (RFC 8252 section 7.3). */
function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname);
}

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
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) return { code: "insecure" };
  if (text.includes("#")) return { code: "fragment" };
  if (url.username || url.password) return { code: "userInfo" };
  // URL adds the slash of an empty path; both ways of writing that are plain.
  if (url.href !== text && url.href !== `${text}/`) return { code: "notPlain", plain: url.href };
  return undefined;
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

/** Describes a fault in the API's words, to follow the name of the field. */
function describeAddressFault(fault: AddressFault): string {
  switch (fault.code) {
    case "tooLong":
      return `is longer than ${fault.max} characters`;
    case "wildcard":
      return "must not contain a wildcard: list each URL";
    case "notAbsolute":
      return "is not an absolute URL such as https://example.com/path";
    case "otherScheme":
      return "must start with https://";
    case "insecure":
      return "must use https. Only 127.0.0.1, [::1] and localhost may use http";
    case "fragment":
      return "must not contain a fragment (#)";
    case "userInfo":
      return "must not contain a user name or password";
    case "notPlain":
      return `must be written as ${fault.plain}`;
    case "notHttps":
      return "must start with https://";
    case "notPublic":
      return "must have a public host name, not an IP address or a name of a private network";
    case "query":
      return "must not contain a query";
    case "answerParameter":
      return `must not contain the query parameter "${fault.name}"`;
  }
}
