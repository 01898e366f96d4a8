export const playgroundSteps = [
  "authorize",
  "consent",
  "online_token",
  "offline_token",
  "call",
  "refresh",
] as const;

/** How a step ended; every outcome except `done` leaves the run unchanged. */
export const playgroundOutcomes = ["done", "consent_needed", "sign_in_needed", "refused"] as const;

/** The tools for trying a client, by the name that an address has for each. */
export const tryTools = ["flow", "sandbox", "conformance"] as const;
