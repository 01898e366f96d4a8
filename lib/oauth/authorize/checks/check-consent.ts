import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";
import { explainScopes } from "@/lib/oauth/events/explain-scopes";

/** With prompt=none no consent page may be shown, so the missing consent goes to redirect_uri. */
export function checkConsent({ parameters, facts, scopes }: AuthorizeContext): ServiceError | null {
  if (parameters.prompt !== "none") return null;
  return new ServiceError("consent_required", "The company has not granted exactly these scopes.", {
    check: "consent_given",
    fix: { kind: "remove_parameter", name: "prompt" },
    difference: explainScopes(scopes, facts.grantedScopes ?? [], "granted"),
  });
}
