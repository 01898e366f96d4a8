import { env } from "@/lib/core/env/env";
import type { ProviderSettings } from "@/lib/core/env/provider-settings";
import { ServiceError } from "@/lib/core/errors";
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

/**
 * The settings of the provider.
 * @throws ServiceError not_found if this installation has none
 */
export function requireProvider(): ProviderSettings {
  const { provider } = env();
  if (provider) return provider;
  throw new ServiceError(
    "not_found",
    "This installation has no sign-in provider. Set OIDC_ISSUER.",
  );
}
