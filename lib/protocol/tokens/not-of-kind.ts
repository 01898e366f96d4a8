import { nameToken } from "@/lib/core/crypto/tokens";

/** The error message for a parameter that contains something else than the expected kind of token. */
export function notOfKind(parameter: string, sent: string, wanted: string): string {
  const kind = nameToken(sent);
  if (kind === null) return `The ${parameter} is not ${wanted} of this service.`;
  if (kind === wanted) return `The ${parameter} is damaged. Send it whole and unchanged.`;
  return `The ${parameter} is ${kind}, not ${wanted}.`;
}
