import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import {
  invalidAddress,
  MAX_ADDRESS_LENGTH,
  type ParsedAddress,
} from "@/lib/core/addresses/registered-url";

/** Names that resolve only inside a machine or network (RFC 6761, 6762, 8375 and 9476, and ICANN's reserved ones). */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|corp|home|arpa|onion|alt)$/;

/** After parsing, every way of writing an IPv4 address has this form, and IPv6 addresses have brackets. */
const IP_ADDRESS = /^\[|^[\d.]+$/;

/**
 * Validates a link that people follow, such as a privacy policy: `https` on a public host name, without user-info, and
 * written as a browser would. Nothing here ever fetches it.
 */
export function parsePublicLink(text: string): ParsedAddress {
  if (text.length > MAX_ADDRESS_LENGTH)
    return invalidAddress({ code: "tooLong", max: MAX_ADDRESS_LENGTH });
  const url = parseUrl(text);
  if (!url) return invalidAddress({ code: "notAbsolute" });
  if (url.protocol !== "https:") return invalidAddress({ code: "notHttps" });
  if (url.username || url.password) return invalidAddress({ code: "userInfo" });
  if (!isPublicName(url.hostname)) return invalidAddress({ code: "notPublic" });
  // URL adds the slash of an empty path; both ways of writing that are plain.
  if (url.href !== text && url.href !== `${text}/`)
    return invalidAddress({ code: "notPlain", plain: url.href });
  return { url };
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return name.includes(".") && !IP_ADDRESS.test(name) && !PRIVATE_NAME.test(name);
}
