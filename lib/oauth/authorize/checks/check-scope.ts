import { ServiceError } from "@/lib/kernel/errors";
import type { AuthorizeCheck } from "@/lib/oauth/authorize/authorize-context";
import { explainScopes } from "@/lib/oauth/events/explain-scopes";
import { rejectSeparators } from "@/lib/scopes/reject-separators";

/** A client may request only scopes that it is registered for. */
export const checkScope: AuthorizeCheck = {
  sql: "asked.scopes <@ client.scopes",
  run({ facts, scopes }) {
    if (scopes.length === 0) {
      return new ServiceError(
        "invalid_scope",
        "The request has no scope, and the client is registered for none.",
        { check: "scope_registered", fix: { kind: "register_scopes", scopes: [] } },
      );
    }
    const registered = facts.client?.scopes ?? [];
    const beyond = scopes.filter((scope) => !registered.includes(scope));
    if (beyond.length === 0) return null;
    return (
      rejectSeparators(scopes, beyond) ??
      new ServiceError(
        "invalid_scope",
        `The client is not registered for: ${beyond.join(", ")}. Add it to the client's scopes.`,
        {
          check: "scope_registered",
          fix: { kind: "register_scopes", scopes: beyond },
          difference: explainScopes(scopes, registered, "registered"),
        },
      )
    );
  },
};
