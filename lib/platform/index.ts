import { getScopeApproval } from "@/lib/platform/approvals/get-scope-approval";
import { listClientScopeApprovals } from "@/lib/platform/approvals/list-client-scope-approvals";
import { listScopeApprovals } from "@/lib/platform/approvals/list-scope-approvals";
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
import { getCompanyMember } from "@/lib/platform/companies/members/get-company-member";
import { listCompanyMembers } from "@/lib/platform/companies/members/list-company-members";
import { putCompanyMember } from "@/lib/platform/companies/members/put-company-member";
import { removeCompanyMember } from "@/lib/platform/companies/members/remove-company-member";
import { putCompany } from "@/lib/platform/companies/put-company";
import { createLocalCompany } from "@/lib/platform/operators/create-local-company";
import { inviteCompanyOwner } from "@/lib/platform/operators/invite-company-owner";
import { inviteOrganizationOwner } from "@/lib/platform/operators/invite-organization-owner";
import { listMemberships } from "@/lib/platform/operators/list-memberships";
import { getOrganization } from "@/lib/platform/organizations/get-organization";
import { listOrganizations } from "@/lib/platform/organizations/list-organizations";
import { getOrganizationMember } from "@/lib/platform/organizations/members/get-organization-member";
import { listOrganizationMembers } from "@/lib/platform/organizations/members/list-organization-members";
import { putOrganizationMember } from "@/lib/platform/organizations/members/put-organization-member";
import { removeOrganizationMember } from "@/lib/platform/organizations/members/remove-organization-member";
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
