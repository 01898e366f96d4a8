import type { Role } from "../members/role";

/** An invitation that can be accepted. */
export interface OpenInvitation {
  organizationName: string;
  /** Null if no person sent it. */
  inviterName: string | null;
  /** Who is invited. */
  email: string;
  role: Role;
  expiresAt: Date;
  /** Whether the e-mail address has an account here. */
  hasAccount: boolean;
}

/** An invitation that cannot be accepted. */
export interface EndedInvitation {
  kind: "unknown" | "expired" | "accepted" | "revoked";
  /** Null if the link does not identify the organization. */
  organizationName: string | null;
}
