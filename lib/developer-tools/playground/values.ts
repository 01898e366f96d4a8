/** The requests of a run, in their order. */
export const playgroundSteps = [
  "authorize",
  "consent",
  "online_token",
  "offline_token",
  "call",
  "refresh",
] as const;
