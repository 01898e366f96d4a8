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
