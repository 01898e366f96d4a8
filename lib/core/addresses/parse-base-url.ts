import {
  invalidAddress,
  type ParsedAddress,
  parseWebAddress,
} from "@/lib/core/addresses/parse-web-address";

/** Validates the base URL of an extension, to which `/fp/install` and the like are appended. */
export function parseBaseUrl(text: string): ParsedAddress {
  const parsed = parseWebAddress(text);
  if (parsed.problem !== undefined) return parsed;
  return text.includes("?") ? invalidAddress({ code: "query" }) : parsed;
}
