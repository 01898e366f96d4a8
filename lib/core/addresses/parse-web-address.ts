import { type AddressFault, describeAddressFault } from "@/lib/core/addresses/address-fault";
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

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Whether a parsed host name refers to this machine (RFC 8252 section 7.3). */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname);
}

/**
 * The rules that redirect URLs and base URLs share: `https`, or `http` on a loopback host; no fragment, user-info or
 * wildcard; and normalized as a browser would, so that equal addresses are equal strings (lower-case host, no default
 * port, no dot segments, no backslash).
 */
export function parseWebAddress(text: string): ParsedAddress {
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
