import { type Endpoint, endpointOf, open } from "@/lib/api/endpoint";
import { healthz, readyz } from "@/lib/api/health";
import { healthzDescription, readyzDescription } from "@/lib/api/health-descriptions";
import { metrics } from "@/lib/api/metrics";
import { metricsDescription } from "@/lib/api/metrics-description";
import { exportAudit } from "@/lib/audit/export-audit";
import { listAudit } from "@/lib/audit/list-audit";
import { exportPlatformAudit } from "@/lib/audit/platform/export-platform-audit";
import { listPlatformAudit } from "@/lib/audit/platform/list-platform-audit";
import { verifyPlatformAudit } from "@/lib/audit/platform/verify-platform-audit";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { changeClients } from "@/lib/clients/bulk/change-clients";
import { createClient } from "@/lib/clients/create-client";
import { deleteClient } from "@/lib/clients/delete-client";
import { exportClients } from "@/lib/clients/export/export-clients";
import { getClient } from "@/lib/clients/get-client";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { listClients } from "@/lib/clients/list-clients";
import { deleteClientLogo } from "@/lib/clients/logo/delete-logo";
import { putClientLogo } from "@/lib/clients/logo/put-logo";
import { getManifest } from "@/lib/clients/manifest/get-manifest";
import { patchClient } from "@/lib/clients/patch-client";
import { checkRedirect } from "@/lib/clients/redirect-check/check-redirect";
import { restoreClient } from "@/lib/clients/restore-client";
import { listSecrets } from "@/lib/clients/secrets/list-secrets";
import { revealSecret } from "@/lib/clients/secrets/reveal-secret";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { changeServiceKeyEnd } from "@/lib/clients/service-keys/change-service-key-end";
import { createServiceKey } from "@/lib/clients/service-keys/create-service-key";
import { listServiceKeys } from "@/lib/clients/service-keys/list-service-keys";
import { serviceTokenDescription } from "@/lib/clients/service-keys/openapi";
import { revokeServiceKey } from "@/lib/clients/service-keys/revoke-service-key";
import { rotateServiceKey } from "@/lib/clients/service-keys/rotate-service-key";
import { serviceTokenEndpoint } from "@/lib/clients/service-keys/service-token-endpoint";
import { updateClient } from "@/lib/clients/update-client";
import { listDeliveries } from "@/lib/consent/deliveries/list-deliveries";
import { retryDelivery } from "@/lib/consent/deliveries/retry-delivery";
import { getImageDescription, STORED_IMAGE_PATH } from "@/lib/core/images/openapi";
import { serveImage } from "@/lib/core/images/serve-image";
import { runConformanceCheck } from "@/lib/developer-tools/conformance/run-conformance-check";
import { runPlaygroundStep } from "@/lib/developer-tools/playground/run-playground-step";
import { hasSampleApi } from "@/lib/developer-tools/sample-api/has-sample-api";
import { listProducts } from "@/lib/developer-tools/sample-api/list-products";
import { listProductsDescription } from "@/lib/developer-tools/sample-api/openapi";
import { runSandboxAction } from "@/lib/developer-tools/sandbox/run-sandbox-action";
import { checkEndpoint } from "@/lib/gate/check/check-endpoint";
import { CHECK_PATH } from "@/lib/gate/check/original-request";
import { logEndpoint } from "@/lib/gate/log/log-endpoint";
import { checkDescription, logDescription } from "@/lib/gate/openapi";
import { getScopeApproval } from "@/lib/platform/approvals/get-scope-approval";
import { listClientScopeApprovals } from "@/lib/platform/approvals/list-client-scope-approvals";
import { listScopeApprovals } from "@/lib/platform/approvals/list-scope-approvals";
import { putScopeApproval } from "@/lib/platform/approvals/put-scope-approval";
import { deleteBrandLogo } from "@/lib/platform/brand/delete-brand-logo";
import { getBrand } from "@/lib/platform/brand/get-brand";
import { putBrand } from "@/lib/platform/brand/put-brand";
import { putBrandLogo } from "@/lib/platform/brand/put-brand-logo";
import {
  getClientListing,
  getClientStatus,
  getClient as getDirectoryClient,
} from "@/lib/platform/clients/get-client";
import { getDirectoryImpact } from "@/lib/platform/clients/get-directory-impact";
import { listClients as listDirectoryClients } from "@/lib/platform/clients/list-clients";
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
import { importEndpoint } from "@/lib/platform/import/import-endpoint";
import { importDescription } from "@/lib/platform/import/openapi";
import { createLocalCompany } from "@/lib/platform/operators/create-local-company";
import { inviteCompanyOwner } from "@/lib/platform/operators/invite-company-owner";
import { inviteOrganizationOwner } from "@/lib/platform/operators/invite-organization-owner";
import { listMemberships } from "@/lib/platform/operators/list-memberships";
import { getOrganization as getDirectoryOrganization } from "@/lib/platform/organizations/get-organization";
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
import { authorize } from "@/lib/protocol/authorize/authorize";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { oauthDescriptions } from "@/lib/protocol/openapi";
import { extensionDetails } from "@/lib/protocol/startup/extension-details";
import { introspectEndpoint } from "@/lib/protocol/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/protocol/tokens/revoke-endpoint";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";
import { exportClientCalls } from "@/lib/requests/calls/export-client-calls";
import { exportCompanyCalls } from "@/lib/requests/calls/export-company-calls";
import { exportOrganizationCalls } from "@/lib/requests/calls/export-organization-calls";
import { listClientCalls } from "@/lib/requests/calls/list-client-calls";
import { listCompanyCalls } from "@/lib/requests/calls/list-company-calls";
import { listOrganizationCalls } from "@/lib/requests/calls/list-organization-calls";
import { watchClientCalls } from "@/lib/requests/calls/live/watch-client-calls";
import { watchOrganizationCalls } from "@/lib/requests/calls/live/watch-organization-calls";
import { listEvents } from "@/lib/requests/events/list-events";
import { getActivity } from "@/lib/requests/get-activity";
import { getOrganizationActivity } from "@/lib/requests/get-organization-activity";
import { getOrganization } from "@/lib/tenants/organizations/get-organization";
import { createInvitation } from "@/lib/tenants/organizations/invitations/create-invitation";
import { listInvitations } from "@/lib/tenants/organizations/invitations/list-invitations";
import { resendInvitation } from "@/lib/tenants/organizations/invitations/resend-invitation";
import { revokeInvitation } from "@/lib/tenants/organizations/invitations/revoke-invitation";
import { changeMember } from "@/lib/tenants/organizations/members/change-member";
import { leaveOrganization } from "@/lib/tenants/organizations/members/leave-organization";
import { listMembers } from "@/lib/tenants/organizations/members/list-members";
import { removeMember } from "@/lib/tenants/organizations/members/remove-member";
import { patchOrganization } from "@/lib/tenants/organizations/patch-organization";

const COMPANY = `${OAUTH_PATH}/company/{company_id}/oauth`;
const ORGANIZATION = `${OAUTH_PATH}/organization/{organization_id}/oauth`;
const PRODUCTS = "/service/application/catalog/v1.0/products";
const GATE = "/service/platform/gate/v1.0";
const DIRECTORY = "/service/platform/directory/v1.0";
const DETAILS = "/service/panel/partners/v1.0/extensions/details/{api_key}";
const docs = oauthDescriptions;

/** The management API. */
export const managementOperations = [
  createClient,
  listClients,
  exportClients,
  changeClients,
  getClient,
  getManifest,
  updateClient,
  patchClient,
  deleteClient,
  restoreClient,
  putClientLogo,
  deleteClientLogo,
  getImpact,
  checkRedirect,
  listSecrets,
  rotateSecret,
  revealSecret,
  revokeSecret,
  listEvents,
  listGrants,
  listClientCalls,
  exportClientCalls,
  watchClientCalls,
  listOrganizationCalls,
  exportOrganizationCalls,
  watchOrganizationCalls,
  getActivity,
  getOrganizationActivity,
  runSandboxAction,
  runConformanceCheck,
  runPlaygroundStep,
  listAudit,
  exportAudit,
  verifyAudit,
  getOrganization,
  patchOrganization,
  listMembers,
  changeMember,
  removeMember,
  leaveOrganization,
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
] as const;

/** The platform's API, for its backends and its operators. */
export const platformOperations = [
  listCompanyCalls,
  exportCompanyCalls,
  getPlatformOverview,
  searchDirectory,
  listDeliveries,
  retryDelivery,
  createLocalCompany,
  inviteCompanyOwner,
  inviteOrganizationOwner,
  listMemberships,
  listServiceKeys,
  createServiceKey,
  rotateServiceKey,
  changeServiceKeyEnd,
  revokeServiceKey,
  getBrand,
  putBrand,
  putBrandLogo,
  deleteBrandLogo,
  listPlatformAudit,
  exportPlatformAudit,
  verifyPlatformAudit,
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
  getDirectoryOrganization,
  putOrganization,
  listOrganizationMembers,
  getOrganizationMember,
  putOrganizationMember,
  removeOrganizationMember,
  listUsers,
  getUser,
  putUser,
  eraseDirectoryUser,
  listDirectoryClients,
  getDirectoryClient,
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

/** The OAuth flow, the requests extensions make at startup, the platform's sample API and the probes. */
export const openEndpoints: readonly Endpoint[] = [
  open("GET", `${COMPANY}/authorize`, authorize, docs.authorize),
  open("POST", `${COMPANY}/offline-token`, offlineTokenEndpoint, docs.createOfflineToken),
  open("POST", `${COMPANY}/token`, onlineTokenEndpoint, docs.createOnlineToken),
  open("GET", `${ORGANIZATION}/authorize`, authorize, docs.authorizeForOrganization),
  open(
    "POST",
    `${ORGANIZATION}/offline-token`,
    offlineTokenEndpoint,
    docs.createOrganizationOfflineToken,
  ),
  open("POST", `${ORGANIZATION}/token`, onlineTokenEndpoint, docs.createOrganizationToken),
  open("POST", `${COMPANY}/par`, pushRequest, docs.pushRequest),
  open("POST", `${ORGANIZATION}/par`, pushRequest, docs.pushOrganizationRequest),
  open("POST", `${OAUTH_PATH}/platform/oauth/token`, serviceTokenEndpoint, serviceTokenDescription),
  open("POST", `${DIRECTORY}/import`, importEndpoint, importDescription),
  open("GET", CHECK_PATH, checkEndpoint, checkDescription),
  open("POST", `${GATE}/log`, logEndpoint, logDescription),
  open("POST", `${OAUTH_PATH}/oauth/introspect`, introspectEndpoint, docs.introspectToken),
  open("POST", `${OAUTH_PATH}/oauth/revoke`, revokeEndpoint, docs.revokeToken),
  open("GET", DETAILS, extensionDetails, docs.getExtensionDetails),
  {
    ...open("GET", `${PRODUCTS}/`, listProducts, listProductsDescription),
    isOffered: hasSampleApi,
  },
  open("GET", STORED_IMAGE_PATH, serveImage, getImageDescription),
  open("GET", "/healthz", healthz, healthzDescription),
  open("GET", "/readyz", readyz, readyzDescription),
  open("GET", "/metrics", metrics, metricsDescription),
];

/** Every endpoint of the HTTP API, in the order of the API reference. One file, so that the whole API is read in one place. */
export const endpoints: readonly Endpoint[] = [
  ...managementOperations.map(endpointOf),
  ...platformOperations.map(endpointOf),
  ...openEndpoints,
];
