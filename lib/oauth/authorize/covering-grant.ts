import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";

/**
 * The grant that covers exactly the requested scopes, with the person to issue a code for; null when
 * something was added or dropped, or when prompt=consent asks anew.
 */
export function coveringGrant({
  facts,
  scopes,
  parameters,
}: AuthorizeContext): { id: string; epoch: number; userId: string; sessionId: string } | null {
  const { grantId, grantEpoch, grantedScopes, userId, sessionId } = facts;
  if (grantId === null || grantEpoch === null || grantedScopes === null) return null;
  if (userId === null || sessionId === null) return null;
  if (parameters.prompt === "consent") return null;
  const same =
    grantedScopes.length === scopes.length &&
    scopes.every((scope) => grantedScopes.includes(scope));
  return same ? { id: grantId, epoch: grantEpoch, userId, sessionId } : null;
}
