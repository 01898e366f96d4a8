import {
  invalidAddress,
  type ParsedAddress,
  parseWebAddress,
} from "@/lib/kernel/addresses/parse-web-address";

// What authorize adds to the address (RFC 6749 section 4.1.2, RFC 9207): a registered one of that
// name would be read in its place.
const ANSWER_PARAMETERS = ["code", "state", "iss", "error"];

/**
 * Checks an address that a client wants to register for redirects (RFC 6749 section 3.1.2, RFC 9700
 * section 4.1.3).
 */
export function parseRedirectUrl(text: string): ParsedAddress {
  const parsed = parseWebAddress(text);
  if (parsed.problem !== undefined) return parsed;
  const name = ANSWER_PARAMETERS.find((taken) => parsed.url.searchParams.has(taken));
  return name ? invalidAddress({ code: "answerParameter", name }) : parsed;
}
