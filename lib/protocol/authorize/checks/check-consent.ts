import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck, AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { explainScopes } from "@/lib/protocol/scopes/explain-scopes";

/** The company or organization must have granted all requested scopes. It may have granted more. */
export const checkConsent: AuthorizeCheck = {
  sql: "asked.scopes <@ granted.scopes",
  run(context) {
    const granted = context.facts.grantedScopes;
    const isGranted = granted !== null && context.scopes.every((scope) => granted.includes(scope));
    return isGranted ? null : consentRequired(context);
  },
};

/** prompt=consent asks for consent even if nothing changed. */
export const checkPromptConsent: AuthorizeCheck = {
  sql: null,
  run: (context) => (context.parameters.prompt === "consent" ? consentRequired(context) : null),
};

/** The error for a client that requested prompt=none and has no consent. */
function consentRequired({ facts, scopes }: AuthorizeContext): ServiceError {
  return new ServiceError("consent_required", "The company has not granted all of these scopes.", {
    check: "consent_given",
    fix: { kind: "remove_parameter", name: "prompt" },
    difference: explainScopes(scopes, facts.grantedScopes ?? [], "granted"),
  });
}
