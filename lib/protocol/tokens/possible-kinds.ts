import { isTokenOfKind, isWellFormedToken } from "@/lib/core/crypto/tokens";

/**
 * The kinds that a token may have by its form. Our own tokens state theirs; an imported one may be of either kind, so
 * callers look for both.
 */
export function possibleKinds(token: string): readonly ("access" | "refresh")[] {
  if (!isWellFormedToken(token)) return ["access", "refresh"];
  return isTokenOfKind(token, "refresh") ? ["refresh"] : ["access"];
}
