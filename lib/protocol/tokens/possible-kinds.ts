import { isTokenOfKind, isWellFormedToken } from "@/lib/core/crypto/tokens";

/**
 * What a token may be, by its form. Our own tokens tell; an imported one keeps its form and may be either, so callers
 * look for both.
 */
export function possibleKinds(token: string): readonly ("access" | "refresh")[] {
  if (!isWellFormedToken(token)) return ["access", "refresh"];
  return isTokenOfKind(token, "refresh") ? ["refresh"] : ["access"];
}
