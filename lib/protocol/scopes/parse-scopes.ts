import { ServiceError } from "@/lib/core/errors";
import { isScopeName, MAX_SCOPE_LENGTH, MAX_SCOPES } from "@/lib/protocol/scopes/scope-name";

// OpenID Connect's name for "let me refresh": every offline token here can, so it asks for nothing.
const MEANINGLESS = "offline_access";

/**
 * The distinct scopes of a request, in the order sent; empty for null or undefined.
 *
 * @param value A string with commas (the document) or spaces (RFC 6749 section 3.3) between names,
 * or an array of such strings (SDKs). `offline_access` is dropped.
 * @throws ServiceError invalid_scope
 */
export function parseScopes(value: unknown): string[] {
  const scopes = new Set(splitScopes(value));
  scopes.delete(MEANINGLESS);
  if (scopes.size > MAX_SCOPES) {
    throw malformed(`scope names more than ${MAX_SCOPES} scopes.`);
  }
  for (const scope of scopes) {
    if (isScopeName(scope)) continue;
    throw malformed(
      `A scope is at most ${MAX_SCOPE_LENGTH} printable ASCII characters, without quote or backslash.`,
    );
  }
  return [...scopes];
}

function splitScopes(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === "string") return value.split(/[, ]+/).filter((name) => name !== "");
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) {
    return value.flatMap((part) => splitScopes(part));
  }
  throw malformed("scope must be a string or an array of strings.");
}

// Without scope a request asks for all that the client may have.
function malformed(message: string): ServiceError {
  return new ServiceError("invalid_scope", message, {
    check: "scope_form",
    fix: { kind: "remove_parameter", name: "scope" },
  });
}
