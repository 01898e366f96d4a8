import { env } from "@/lib/core/env/env";
import type { ProviderSettings } from "@/lib/core/env/provider-settings";
import { ServiceError } from "@/lib/core/errors";
import { toServiceError } from "@/lib/core/http/render-error";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { log } from "@/lib/core/telemetry/log";
import type { Attempt } from "@/lib/platform/provider/attempt-cookie";
import type { ClaimFault, ClaimKind, ProviderProblem } from "@/lib/platform/provider/values";

/** Why signing in at the provider failed. The message is for the log, the problem for the person. */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";

  /**
   * @param problem what the page explains
   * @param message what happened in detail, without tokens or personal data
   * @param claim the claim at fault, for `provider_claims`
   */
  constructor(
    readonly problem: ProviderProblem,
    message: string,
    readonly claim?: { kind: ClaimKind; fault: ClaimFault },
  ) {
    super(message);
  }
}

/** The settings of the provider. @throws ServiceError not_found if this installation has none */
export function requireProvider(): ProviderSettings {
  const { provider } = env();
  if (provider) return provider;
  throw new ServiceError(
    "not_found",
    "This installation has no sign-in provider. Set OIDC_ISSUER.",
  );
}

const LONGEST_REASON = 300;

/** Redirects to the page of {@link providerProblemPath}, or, if that must not show, to where the browser came from. */
export function answerProblem(
  thrown: unknown,
  { returnTo, silent }: Pick<Attempt, "returnTo" | "silent">,
  info: RequestInfo,
): Response {
  const path = providerProblemPath(thrown, returnTo, info);
  return redirectResponse(302, silent === "only" ? returnTo : path);
}

/** The page that explains a problem, with a path at which a later sign-in continues. Writes the details to the log. */
export function providerProblemPath(
  thrown: unknown,
  returnTo: string,
  { requestId }: RequestInfo,
): string {
  const { problem, message, claim } = toFailure(thrown, requestId);
  const fields = { problem, reason: message.slice(0, LONGEST_REASON), request_id: requestId };
  log().warn(fields, "sign-in at the provider failed");
  const query = new URLSearchParams({ error: problem, request: requestId, return_to: returnTo });
  if (claim) {
    query.set("claim", claim.kind);
    query.set("fault", claim.fault);
  }
  return `/sign-in/problem?${query}`;
}

/** Unexpected errors are logged in full by `toServiceError`. */
function toFailure(thrown: unknown, requestId: string): ProviderFailure {
  if (thrown instanceof ProviderFailure) return thrown;
  const { code, message } = toServiceError(thrown, requestId);
  return new ProviderFailure("provider_unavailable", `${code}: ${message}`);
}
