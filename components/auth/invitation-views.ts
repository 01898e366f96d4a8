import type { CompanyRole } from "@/lib/core/company-role-values";
import type { Role } from "../members/role";

/** An invitation that can be accepted. */
export interface OpenInvitation {
  /** What the person is invited to join. */
  kind: "organization" | "company";
  placeName: string;
  /** Null if no person sent it. */
  inviterName: string | null;
  /** Who is invited. */
  email: string;
  role: Role | CompanyRole;
  expiresAt: Date;
  /** Whether the email address has an account here. */
  hasAccount: boolean;
}

/** An invitation that cannot be accepted. */
export interface EndedInvitation {
  state: "unknown" | "expired" | "accepted" | "revoked";
  /** The organization or company; null if the link identifies none. */
  placeName: string | null;
}
