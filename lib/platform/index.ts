import {
  getScopeApproval,
  listClientScopeApprovals,
  listScopeApprovals,
  putScopeApproval,
} from "@/lib/platform/approvals/approvals";
import { deleteBrandLogo, getBrand, putBrand, putBrandLogo } from "@/lib/platform/brand/brand";
import {
  directoryClients,
  getClientListing,
  getClientStatus,
  getDirectoryImpact,
  putClientListing,
  putClientStatus,
} from "@/lib/platform/clients/clients";
import { companies, companyGrants, removeCompanyGrant } from "@/lib/platform/companies/companies";
import { companyMembers, organizationMembers } from "@/lib/platform/members/members";
import {
  createLocalCompany,
  inviteCompanyOwner,
  inviteOrganizationOwner,
} from "@/lib/platform/operators/owners";
import { organizations } from "@/lib/platform/organizations/organizations";
import { getPlatformOverview } from "@/lib/platform/overview/get-platform-overview";
import { scopes } from "@/lib/platform/scopes/scopes";
import { searchDirectory } from "@/lib/platform/search/search-directory";
import { listMemberships } from "@/lib/platform/users/read-person";
import { eraseDirectoryUser, users } from "@/lib/platform/users/users";

/** The operations of this room, in the order of the API reference. */
export const operations = [
  getPlatformOverview,
  searchDirectory,
  createLocalCompany,
  inviteCompanyOwner,
  inviteOrganizationOwner,
  listMemberships,
  getBrand,
  putBrand,
  putBrandLogo,
  deleteBrandLogo,
  ...companies.operations,
  ...companyMembers.operations,
  ...companyGrants.operations,
  removeCompanyGrant,
  ...organizations.operations,
  ...organizationMembers.operations,
  ...users.operations,
  eraseDirectoryUser,
  ...directoryClients.operations,
  getClientStatus,
  putClientStatus,
  getDirectoryImpact,
  getClientListing,
  putClientListing,
  listClientScopeApprovals,
  getScopeApproval,
  putScopeApproval,
  listScopeApprovals,
  ...scopes.operations,
] as const;
