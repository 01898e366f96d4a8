import { nameToken } from "@/lib/kernel/crypto/tokens";

/** Says what a parameter holds in place of the token that belongs there. */
export function notOfKind(parameter: string, sent: string, wanted: string): string {
  const kind = nameToken(sent);
  if (kind === null) return `The ${parameter} is not ${wanted} of this service.`;
  if (kind === wanted) return `The ${parameter} is damaged: it was cut or changed on its way.`;
  return `The ${parameter} holds ${kind}, not ${wanted}.`;
}
