import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** The scope parameter must be a well-formed list (RFC 6749 section 3.3). */
export const checkScopeForm: AuthorizeCheck = {
  sql: null,
  run: ({ malformedScope }) => malformedScope,
};
