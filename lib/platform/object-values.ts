import type { ClientImpact } from "@/lib/clients/impact/schemas";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";
import type { Memberships } from "@/lib/platform/operators/schemas";
import type { DirectoryOrganization } from "@/lib/platform/organizations/schemas";
import type { UserResponse } from "@/lib/platform/users/schemas";

/** Calls of the platform's APIs on a day (UTC), and those of them that were denied. */
export type DailyCalls = { day: string; calls: number; denied: number };

/** Calls of the last seven days. */
type WeekOfCalls = { calls: number; denied: number };

export type FirstMember = {
  userId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  role: "owner" | "admin" | "developer" | "auditor" | "staff";
  /** Members in all. */
  total: number;
};

/** The members of a company or organization that decide most come first, and how many there are. */
export type FirstMembers = { total: number; people: FirstMember[] };

/** A company or organization that has an extension installed. */
export type InstallRow = WeekOfCalls & {
  companyId: number | null;
  organizationId: string | null;
  name: string;
  since: Date;
  scopes: number;
};

export type ExtensionScope = {
  name: string;
  title: string | null;
  restricted: boolean;
  /** An operator's decision about a restricted scope; null while it waits or if none is needed. */
  approved: boolean | null;
  decidedAt: Date | null;
  /** Live grants that include the scope. */
  grants: number;
};

export type ExtensionObject = {
  client: DirectoryClient;
  /** The name of who suspended it; null if it is not, or if no one is on record. */
  suspendedBy: string | null;
  logoUri: string | null;
  impact: ClientImpact;
  calls: DailyCalls[];
  /** Installs at the end of each day. */
  installs: { day: string; count: number }[];
  added: number;
  removed: number;
  companies: InstallRow[];
  scopes: ExtensionScope[];
};

export type PublishedRow = WeekOfCalls & {
  clientId: string;
  name: string;
  isActive: boolean;
  isSuspended: boolean;
  listing: "draft" | "unlisted" | "listed";
  baseUrl: string | null;
  installs: number;
  /** Extensions in all. */
  total: number;
};

/** A decision about the verification of a publisher. */
export type VerificationEntry = {
  id: string;
  verified: boolean;
  note: string | null;
  /** `operator:<id>` or `service_key:<id>`. */
  actor: string;
  /** Null for an actor that no longer exists. */
  name: string | null;
  at: Date;
};

export type OrganizationObject = {
  organization: DirectoryOrganization;
  /** Its own company's. */
  companyName: string | null;
  /** Hosts of its extensions' base URLs. */
  sites: string[];
  members: FirstMembers;
  extensions: PublishedRow[];
  calls: DailyCalls[];
  verification: VerificationEntry[];
};

export type InstalledRow = WeekOfCalls & {
  clientId: string;
  name: string;
  organizationId: string;
  organizationName: string;
  publisherVerified: boolean;
  since: Date;
  scopes: number;
  /** Installed extensions in all. */
  total: number;
};

export type CompanyObject = {
  company: CompanyResponse;
  /** The organization whose own company it is; null for a seller's. */
  organizationId: string | null;
  members: FirstMembers;
  extensions: InstalledRow[];
  calls: DailyCalls[];
};

export type SignInRow = {
  /** Browsers that are signed in now. */
  sessions: number;
  /** Null if no session is on record: those that ended are deleted after a while. */
  lastSignInAt: Date | null;
  /** Since when a second factor of this service is on; null without one. */
  secondFactorSince: Date | null;
  /** Whether a live session used a second factor at the platform's sign-in. */
  secondFactorAtProvider: boolean;
};

export type PersonObject = { person: UserResponse; memberships: Memberships; signIn: SignInRow };
