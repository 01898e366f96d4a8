/** Events that can be triggered in a sandbox company. */
export const sandboxActions = [
  "expire_access_tokens",
  "expire_refresh_tokens",
  "replay_code",
  "reject",
  "uninstall",
] as const;
