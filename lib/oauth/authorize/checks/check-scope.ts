import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";
import { explainScopes } from "@/lib/oauth/events/explain-scopes";
import type { Fix } from "@/lib/oauth/events/fix-schemas";
import { refuseSeparators } from "@/lib/scopes/refuse-separators";

const ORGANIZATION_SCOPE = "organization/";

/** A client can ask a company for what it is registered for, and for nothing else. */
export function checkScope(context: AuthorizeContext): ServiceError | null {
  const { facts, scopes, subject, malformedScope } = context;
  if (malformedScope) return malformedScope;
  if (scopes.length === 0) {
    return new ServiceError(
      "invalid_scope",
      "No scope was asked for and the client has none registered.",
      { check: "scope_registered", fix: { kind: "register_scopes", scopes: [] } },
    );
  }
  const registered = facts.client?.scopes ?? [];
  const beyond = scopes.filter((scope) => !registered.includes(scope));
  const misread = refuseSeparators(scopes, beyond);
  if (misread) return misread;
  if (beyond.length > 0) {
    return new ServiceError(
      "invalid_scope",
      `The client is not registered for: ${beyond.join(", ")}. Add it to the client's scopes.`,
      {
        check: "scope_registered",
        fix: { kind: "register_scopes", scopes: beyond },
        difference: explainScopes(scopes, registered, "registered"),
      },
    );
  }
  const own = scopes.filter((scope) => scope.startsWith(ORGANIZATION_SCOPE));
  if (subject.companyId === null || own.length === 0) return null;
  return new ServiceError(
    "invalid_scope",
    `A company cannot grant: ${own.join(", ")}. Use client_credentials of the organization.`,
    { check: "scope_of_company", fix: fixOwnScopes(scopes, own) },
  );
}

function fixOwnScopes(scopes: readonly string[], own: readonly string[]): Fix {
  const rest = scopes.filter((scope) => !own.includes(scope));
  if (rest.length === 0) return { kind: "use_client_credentials" };
  return { kind: "set_parameter", name: "scope", value: rest.join(",") };
}
