import { getScopeApproval } from "@/lib/platform/approvals/get-scope-approval";
import {
  listClientScopeApprovals,
  listScopeApprovals,
} from "@/lib/platform/approvals/list-scope-approvals";
import { putScopeApproval } from "@/lib/platform/approvals/put-scope-approval";
import { deleteBrandLogo } from "@/lib/platform/brand/delete-brand-logo";
import { getBrand } from "@/lib/platform/brand/get-brand";
import { putBrand } from "@/lib/platform/brand/put-brand";
import { putBrandLogo } from "@/lib/platform/brand/put-brand-logo";
import { getClient, getClientListing, getClientStatus } from "@/lib/platform/clients/get-client";
import { getDirectoryImpact } from "@/lib/platform/clients/get-directory-impact";
import { listClients } from "@/lib/platform/clients/list-clients";
import { putClientListing } from "@/lib/platform/clients/put-client-listing";
import { putClientStatus } from "@/lib/platform/clients/put-client-status";
import { getCompany } from "@/lib/platform/companies/get-company";
import { getCompanyGrant } from "@/lib/platform/companies/grants/get-company-grant";
import { listCompanyGrants } from "@/lib/platform/companies/grants/list-company-grants";
import { removeCompanyGrant } from "@/lib/platform/companies/grants/remove-company-grant";
import { listCompanies } from "@/lib/platform/companies/list-companies";
import { putCompany } from "@/lib/platform/companies/put-company";
import { getCompanyMember, getOrganizationMember } from "@/lib/platform/members/get-member";
import { listCompanyMembers, listOrganizationMembers } from "@/lib/platform/members/list-members";
import { putCompanyMember, putOrganizationMember } from "@/lib/platform/members/put-member";
import {
  removeCompanyMember,
  removeOrganizationMember,
} from "@/lib/platform/members/remove-member";
import { createLocalCompany } from "@/lib/platform/operators/create-local-company";
import { inviteCompanyOwner, inviteOrganizationOwner } from "@/lib/platform/operators/invite-owner";
import { listMemberships } from "@/lib/platform/operators/list-memberships";
import { getOrganization } from "@/lib/platform/organizations/get-organization";
import { listOrganizations } from "@/lib/platform/organizations/list-organizations";
import { putOrganization } from "@/lib/platform/organizations/put-organization";
import { getPlatformOverview } from "@/lib/platform/overview/get-platform-overview";
import { getScope } from "@/lib/platform/scopes/get-scope";
import { listScopes } from "@/lib/platform/scopes/list-scopes";
import { putScope } from "@/lib/platform/scopes/put-scope";
import { searchDirectory } from "@/lib/platform/search/search-directory";
import { eraseDirectoryUser } from "@/lib/platform/users/erase-directory-user";
import { getUser } from "@/lib/platform/users/get-user";
import { listUsers } from "@/lib/platform/users/list-users";
import { putUser } from "@/lib/platform/users/put-user";

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
  listCompanies,
  getCompany,
  putCompany,
  listCompanyMembers,
  getCompanyMember,
  putCompanyMember,
  removeCompanyMember,
  listCompanyGrants,
  getCompanyGrant,
  removeCompanyGrant,
  listOrganizations,
  getOrganization,
  putOrganization,
  listOrganizationMembers,
  getOrganizationMember,
  putOrganizationMember,
  removeOrganizationMember,
  listUsers,
  getUser,
  putUser,
  eraseDirectoryUser,
  listClients,
  getClient,
  getClientStatus,
  putClientStatus,
  getDirectoryImpact,
  getClientListing,
  putClientListing,
  listClientScopeApprovals,
  getScopeApproval,
  putScopeApproval,
  listScopeApprovals,
  listScopes,
  getScope,
  putScope,
] as const;
