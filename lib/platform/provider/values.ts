/** Why signing in at the provider failed, as it appears in the address of the page that explains it. */
export const providerProblems = [
  "provider_down",
  "provider_slow",
  "provider_answer",
  "provider_settings",
  "provider_token",
  "provider_clock",
  "provider_denied",
  "provider_error",
  "provider_state",
  "provider_claims",
  "provider_subject",
  "provider_deactivated",
  "provider_unavailable",
] as const;

export type ProviderProblem = (typeof providerProblems)[number];

/** The claims with memberships and roles that a person's ID token may contain. */
export const claimKinds = ["companies", "organizations", "operators"] as const;

export type ClaimKind = (typeof claimKinds)[number];

export const claimFaults = ["malformed", "repeated", "too_many"] as const;

export type ClaimFault = (typeof claimFaults)[number];
