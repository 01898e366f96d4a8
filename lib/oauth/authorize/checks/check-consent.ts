import { ServiceError } from "@/lib/kernel/errors";
import type { AuthorizeCheck, AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";
import { explainScopes } from "@/lib/oauth/events/explain-scopes";

/** The company or organization must have granted exactly the requested scopes. */
export const checkConsent: AuthorizeCheck = {
  sql: "granted.scopes <@ asked.scopes AND asked.scopes <@ granted.scopes",
  run(context) {
    const { facts, scopes } = context;
    const granted = facts.grantedScopes;
    const isSame =
      granted?.every((scope) => scopes.includes(scope)) &&
      scopes.every((scope) => granted.includes(scope));
    return isSame ? null : consentRequired(context);
  },
};

/** The error for a client that requested prompt=none and has no consent. */
export function consentRequired({ facts, scopes }: AuthorizeContext): ServiceError {
  return new ServiceError("consent_required", "The company has not granted exactly these scopes.", {
    check: "consent_given",
    fix: { kind: "remove_parameter", name: "prompt" },
    difference: explainScopes(scopes, facts.grantedScopes ?? [], "granted"),
  });
}
