import {
  invalidAddress,
  type ParsedAddress,
  parseWebAddress,
} from "@/lib/core/addresses/parse-web-address";

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
