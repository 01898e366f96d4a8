import { exportClientCalls } from "@/lib/activity/calls/export-client-calls";
import { exportCompanyCalls } from "@/lib/activity/calls/export-company-calls";
import { exportOrganizationCalls } from "@/lib/activity/calls/export-organization-calls";
import { listClientCalls } from "@/lib/activity/calls/list-client-calls";
import { listCompanyCalls } from "@/lib/activity/calls/list-company-calls";
import { listOrganizationCalls } from "@/lib/activity/calls/list-organization-calls";
import { watchClientCalls } from "@/lib/activity/calls/live/watch-client-calls";
import { watchOrganizationCalls } from "@/lib/activity/calls/live/watch-organization-calls";
import { listEvents } from "@/lib/activity/events/list-events";
import { getActivity } from "@/lib/activity/get-activity";
import { getOrganizationActivity } from "@/lib/activity/get-organization-activity";
import { listGrants } from "@/lib/activity/grants/list-grants";
import { getDirectoryImpact } from "@/lib/activity/impact/get-directory-impact";
import { getImpact } from "@/lib/activity/impact/get-impact";
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
import { deleteBrandLogo } from "@/lib/brand-settings/delete-brand-logo";
import { getBrand } from "@/lib/brand-settings/get-brand";
import { putBrand } from "@/lib/brand-settings/put-brand";
import { putBrandLogo } from "@/lib/brand-settings/put-brand-logo";
import { changeClients } from "@/lib/clients/bulk/change-clients";
import { createClient } from "@/lib/clients/create-client";
import { deleteClient } from "@/lib/clients/delete-client";
import { exportClients } from "@/lib/clients/export/export-clients";
import { getClient } from "@/lib/clients/get-client";
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
import { updateClient } from "@/lib/clients/update-client";
import { listDeliveries } from "@/lib/deliveries/list-deliveries";
import { retryDelivery } from "@/lib/deliveries/retry-delivery";
import { runConformanceCheck } from "@/lib/developer-tools/conformance/run-conformance-check";
import { runPlaygroundStep } from "@/lib/developer-tools/playground/run-playground-step";
import { runSandboxAction } from "@/lib/developer-tools/sandbox/run-sandbox-action";
import { getScopeApproval } from "@/lib/directory/approvals/get-scope-approval";
import { listClientScopeApprovals } from "@/lib/directory/approvals/list-client-scope-approvals";
import { listScopeApprovals } from "@/lib/directory/approvals/list-scope-approvals";
import { putScopeApproval } from "@/lib/directory/approvals/put-scope-approval";
import {
  getClientListing,
  getClientStatus,
  getClient as getDirectoryClient,
} from "@/lib/directory/clients/get-client";
import { listClients as listDirectoryClients } from "@/lib/directory/clients/list-clients";
import { putClientListing } from "@/lib/directory/clients/put-client-listing";
import { putClientStatus } from "@/lib/directory/clients/put-client-status";
import { getCompany } from "@/lib/directory/companies/get-company";
import { getCompanyGrant } from "@/lib/directory/companies/grants/get-company-grant";
import { listCompanyGrants } from "@/lib/directory/companies/grants/list-company-grants";
import { removeCompanyGrant } from "@/lib/directory/companies/grants/remove-company-grant";
import { listCompanies } from "@/lib/directory/companies/list-companies";
import { getCompanyMember } from "@/lib/directory/companies/members/get-company-member";
import { listCompanyMembers } from "@/lib/directory/companies/members/list-company-members";
import { putCompanyMember } from "@/lib/directory/companies/members/put-company-member";
import { removeCompanyMember } from "@/lib/directory/companies/members/remove-company-member";
import { putCompany } from "@/lib/directory/companies/put-company";
import { importEndpoint } from "@/lib/directory/import/import-endpoint";
import { importDescription } from "@/lib/directory/import/openapi";
import { getOrganization as getDirectoryOrganization } from "@/lib/directory/organizations/get-organization";
import { listOrganizations } from "@/lib/directory/organizations/list-organizations";
import { getOrganizationMember } from "@/lib/directory/organizations/members/get-organization-member";
import { listOrganizationMembers } from "@/lib/directory/organizations/members/list-organization-members";
import { putOrganizationMember } from "@/lib/directory/organizations/members/put-organization-member";
import { removeOrganizationMember } from "@/lib/directory/organizations/members/remove-organization-member";
import { putOrganization } from "@/lib/directory/organizations/put-organization";
import { getScope } from "@/lib/directory/scopes/get-scope";
import { listScopes } from "@/lib/directory/scopes/list-scopes";
import { putScope } from "@/lib/directory/scopes/put-scope";
import { searchDirectory } from "@/lib/directory/search/search-directory";
import { eraseDirectoryUser } from "@/lib/directory/users/erase-directory-user";
import { getUser } from "@/lib/directory/users/get-user";
import { listUsers } from "@/lib/directory/users/list-users";
import { putUser } from "@/lib/directory/users/put-user";
import { checkEndpoint } from "@/lib/gate/check/check-endpoint";
import { CHECK_PATH } from "@/lib/gate/check/original-request";
import { logEndpoint } from "@/lib/gate/log/log-endpoint";
import { checkDescription, logDescription } from "@/lib/gate/openapi";
import { getImageDescription, STORED_IMAGE_PATH } from "@/lib/images/openapi";
import { serveImage } from "@/lib/images/serve-image";
import { authorize } from "@/lib/oauth/authorize/authorize";
import { pushRequest } from "@/lib/oauth/authorize/push-request";
import { OAUTH_PATH } from "@/lib/oauth/metadata/issuer";
import { oauthDescriptions } from "@/lib/oauth/openapi";
import { extensionDetails } from "@/lib/oauth/startup/extension-details";
import { introspectEndpoint } from "@/lib/oauth/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/oauth/tokens/revoke-endpoint";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/oauth/tokens/token-endpoint";
import { createLocalCompany } from "@/lib/operators/create-local-company";
import { inviteCompanyOwner } from "@/lib/operators/invite-company-owner";
import { inviteOrganizationOwner } from "@/lib/operators/invite-organization-owner";
import { listMemberships } from "@/lib/operators/list-memberships";
import { getOrganization } from "@/lib/organizations/get-organization";
import { createInvitation } from "@/lib/organizations/invitations/create-invitation";
import { listInvitations } from "@/lib/organizations/invitations/list-invitations";
import { resendInvitation } from "@/lib/organizations/invitations/resend-invitation";
import { revokeInvitation } from "@/lib/organizations/invitations/revoke-invitation";
import { changeMember } from "@/lib/organizations/members/change-member";
import { leaveOrganization } from "@/lib/organizations/members/leave-organization";
import { listMembers } from "@/lib/organizations/members/list-members";
import { removeMember } from "@/lib/organizations/members/remove-member";
import { patchOrganization } from "@/lib/organizations/patch-organization";
import { getPlatformOverview } from "@/lib/overview/get-platform-overview";
import { hasSampleApi } from "@/lib/sample-api/has-sample-api";
import { listProducts } from "@/lib/sample-api/list-products";
import { listProductsDescription } from "@/lib/sample-api/openapi";
import { changeServiceKeyEnd } from "@/lib/service-keys/change-service-key-end";
import { createServiceKey } from "@/lib/service-keys/create-service-key";
import { listServiceKeys } from "@/lib/service-keys/list-service-keys";
import { serviceTokenDescription } from "@/lib/service-keys/openapi";
import { revokeServiceKey } from "@/lib/service-keys/revoke-service-key";
import { rotateServiceKey } from "@/lib/service-keys/rotate-service-key";
import { serviceTokenEndpoint } from "@/lib/service-keys/service-token-endpoint";

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
