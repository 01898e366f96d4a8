import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";

/** What people belong to, with the type of its id and the roles of its members. */
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

/** The names in which the tables of the two kinds differ. */
export const TENANT_TABLES = {
  organization: {
    invitations: "invitations",
    members: "organization_members",
    place: "organization_id",
    role: "organization_role",
  },
  company: {
    invitations: "company_invitations",
    members: "company_members",
    place: "company_id",
    role: "company_role",
  },
} as const;
