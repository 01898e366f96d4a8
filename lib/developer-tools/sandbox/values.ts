/** Events that can be triggered in a sandbox company. */
export const sandboxActions = [
  "expire_access_tokens",
  "expire_refresh_tokens",
  "replay_code",
  "reject",
  "uninstall",
] as const;

/** A sandbox company in which a member of an organization can try a client. */
export interface Sandbox {
  companyId: number;
  name: string;
  /** The organization's own company. */
  isOwn: boolean;
  /** The person's role in the company; null if they are not a member. */
  role: "owner" | "admin" | "staff" | null;
}
