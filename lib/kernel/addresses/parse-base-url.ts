import {
  invalidAddress,
  type ParsedAddress,
  parseWebAddress,
} from "@/lib/kernel/addresses/parse-web-address";

/** Checks the address of an extension, under which `/fp/install` and the like are called. */
export function parseBaseUrl(text: string): ParsedAddress {
  const parsed = parseWebAddress(text);
  if (parsed.problem !== undefined) return parsed;
  return text.includes("?") ? invalidAddress({ code: "query" }) : parsed;
}
