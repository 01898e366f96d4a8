import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";
import { matchRedirectUri, withoutApplicationId } from "@/lib/oauth/authorize/match-redirect-uri";
import { diagnoseRedirectUri } from "@/lib/oauth/events/diagnose-redirect-uri";

/** redirect_uri must be registered (RFC 9700 section 2.1); until it is, nothing is redirected. */
export function checkRedirectUri({ facts, parameters }: AuthorizeContext): ServiceError | null {
  const registered = facts.client?.redirectUrls ?? [];
  if (parameters.redirectUri === "") {
    return new ServiceError("invalid_request", 'The parameter "redirect_uri" is missing.', {
      check: "parameter_present",
      fix: { kind: "set_parameter", name: "redirect_uri", value: registered[0] ?? null },
    });
  }
  if (matchRedirectUri(registered, parameters.redirectUri)) return null;
  return new ServiceError(
    "invalid_request",
    "The redirect_uri is not one of the client's redirect URLs. It must be equal in scheme, host, port, path and case.",
    {
      check: "redirect_uri_registered",
      ...diagnoseRedirectUri(registered, withoutApplicationId(parameters.redirectUri)),
    },
  );
}
