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
