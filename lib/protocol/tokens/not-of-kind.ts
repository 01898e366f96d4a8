import { nameToken } from "@/lib/core/crypto/tokens";

/** The error message for a parameter that contains something else than the expected kind of token. */
export function notOfKind(parameter: string, sentToken: string, expectedKind: string): string {
  const kind = nameToken(sentToken);
  if (kind === null) return `The ${parameter} is not ${expectedKind} of this service.`;
  if (kind === expectedKind) return `The ${parameter} is damaged. Send it whole and unchanged.`;
  return `The ${parameter} is ${kind}, not ${expectedKind}.`;
}
