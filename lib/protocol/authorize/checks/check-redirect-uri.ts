import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";
import {
  LOOPBACK_WITH_PORT,
  matchRedirectUri,
  withoutApplicationId,
} from "@/lib/protocol/authorize/match-redirect-uri";
import { diagnoseRedirectUri } from "@/lib/protocol/events/explain-redirect-difference";

/** redirect_uri must be registered (RFC 9700 section 2.1). */
export const checkRedirectUri: AuthorizeCheck = {
  sql: `(client.redirect_urls && asked.redirect_uris OR EXISTS (
    SELECT FROM unnest(client.redirect_urls) AS url
    WHERE regexp_replace(url, '${LOOPBACK_WITH_PORT.source}', '\\1') = ANY (asked.loopback_uris)))`,
  run({ facts, parameters }) {
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
      "The redirect_uri is not one of the client's redirect URLs. Scheme, host, port, path and case must be the same.",
      {
        check: "redirect_uri_registered",
        ...diagnoseRedirectUri(registered, withoutApplicationId(parameters.redirectUri)),
      },
    );
  },
};

/**
 * A client may register our own callback while it has no address yet. A code that returns to a page of ours must never
 * be a real seller's, so no redirect_uri on our own origin serves a company that is not a sandbox.
 */
export const checkSandboxCallback: AuthorizeCheck = {
  sql: "subject.may_return_here",
  run({ facts }) {
    if (facts.mayReturnHere) return null;
    const message =
      "The redirect_uri is an address of this installation, which is only for trying a client in a sandbox company. Register an address of the extension.";
    return new ServiceError("invalid_request", message, { check: "sandbox_callback" });
  },
};
