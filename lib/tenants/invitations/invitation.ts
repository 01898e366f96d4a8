import type { CompanyRole } from "@/lib/core/company-role-values";
import type { OrganizationRole } from "@/lib/core/permissions";
import { newLink } from "@/lib/identity/sessions/link";

/** What people are invited to, with the type of its id and the roles of its members. */
type Kinds = {
  organization: { id: string; role: OrganizationRole };
  company: { id: number; role: CompanyRole };
};
export type Kind = keyof Kinds;
export type Id<K extends Kind> = Kinds[K]["id"];
export type Role<K extends Kind> = Kinds[K]["role"];

/** An organization or company, which people are members of. */
export type Tenant<K extends Kind> = { kind: K; id: Id<K> };

/** An open invitation as stored. */
export type InvitationRow<K extends Kind> = {
  id: string;
  email: string;
  role: Role<K>;
  createdAt: Date;
  expiresAt: Date;
  /** Null if no person sent it. */
  inviterName: string | null;
};

const LINK_SECONDS = 7 * 24 * 60 * 60;

/** The link of an invitation, and the part of it that is stored. */
export type InvitationLink = ReturnType<typeof newLink>;

/** Creates the link of an invitation, valid for seven days. */
export function newInvitationLink(): InvitationLink {
  return newLink("invitation", LINK_SECONDS);
}

/** Maximum number of open invitations of an organization or company: they go to strangers, and fit on one page. */
export const MAX_OPEN_INVITATIONS = 100;
