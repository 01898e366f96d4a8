import type { CompanyRole } from "@/lib/core/company-role-values";

/** A member of a company as the page shows them. */
export interface PersonView {
  userId: string;
  name: string;
  email: string | null;
  role: CompanyRole;
  since: Date;
  lastSignedInAt: Date | null;
  /** Whether the platform manages the membership, so that it cannot be changed here. */
  isManaged: boolean;
  /** Whether this is the viewer. */
  isSelf: boolean;
  /** Whether the viewer may change or remove this person. */
  mayChange: boolean;
  /** Whether this is the viewer and they may leave. */
  mayLeave: boolean;
}

/** An open invitation as the page shows it. */
export interface OpenInvitationView {
  id: string;
  email: string;
  role: CompanyRole;
  inviterName: string | null;
  expiresAt: Date;
  expired: boolean;
  /** Whether the viewer may resend or revoke it. */
  mayChange: boolean;
}
