import type { Role } from "../members/role";

/** An invitation that can be accepted. */
export interface OpenInvitation {
  organizationName: string;
  /** Null when no person invited. */
  inviterName: string | null;
  /** Who is invited. */
  email: string;
  role: Role;
  expiresAt: Date;
  /** Whether the e-mail address has an account here. */
  hasAccount: boolean;
}

/** An invitation that cannot. */
export interface EndedInvitation {
  kind: "unknown" | "expired" | "accepted" | "revoked";
  /** Null where the link does not say which organization it was. */
  organizationName: string | null;
}
