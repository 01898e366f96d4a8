import type { ClientImpact } from "@/lib/clients/impact/schemas";
import type { ExtensionScope, InstallRow } from "@/lib/platform/clients/read-extension";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import type { InstalledRow } from "@/lib/platform/companies/read-company";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";
import type { FirstMember } from "@/lib/platform/members/repository";
import type { Memberships } from "@/lib/platform/operators/schemas";
import type {
  PublishedRow,
  VerificationEntry,
} from "@/lib/platform/organizations/read-organization";
import type { DirectoryOrganization } from "@/lib/platform/organizations/schemas";
import type { SignInRow } from "@/lib/platform/users/read-person";
import type { UserResponse } from "@/lib/platform/users/schemas";

/** Calls of the platform's APIs on a day (UTC), and those of them that were denied. */
export type DailyCalls = { day: string; calls: number; denied: number };

/** The members of a company or organization that decide most come first, and how many there are. */
export type FirstMembers = { total: number; people: FirstMember[] };

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

export type CompanyObject = {
  company: CompanyResponse;
  /** The organization whose own company it is; null for a seller's. */
  organizationId: string | null;
  members: FirstMembers;
  extensions: InstalledRow[];
  calls: DailyCalls[];
};

export type PersonObject = { person: UserResponse; memberships: Memberships; signIn: SignInRow };
