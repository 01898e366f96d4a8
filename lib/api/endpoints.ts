import { getActivityContract, getOrganizationActivityContract } from "@/lib/activity/contract";
import { listEventsContract } from "@/lib/activity/events/contract";
import { listEvents } from "@/lib/activity/events/list-events";
import { getActivity } from "@/lib/activity/get-activity";
import { getOrganizationActivity } from "@/lib/activity/get-organization-activity";
import { listGrantsContract } from "@/lib/activity/grants/contract";
import { listGrants } from "@/lib/activity/grants/list-grants";
import { getImpactContract } from "@/lib/activity/impact/contract";
import { getImpact } from "@/lib/activity/impact/get-impact";
import { type Endpoint, manage, manageFile, open } from "@/lib/api/endpoint";
import { healthz, readyz } from "@/lib/api/health";
import { healthzDescription, readyzDescription } from "@/lib/api/health-descriptions";
import { exportAuditContract, listAuditContract, verifyAuditContract } from "@/lib/audit/contract";
import { exportAudit } from "@/lib/audit/export-audit";
import { listAudit } from "@/lib/audit/list-audit";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { changeClients } from "@/lib/clients/bulk/change-clients";
import { changeClientsContract } from "@/lib/clients/bulk/contract";
import {
  createClientContract,
  deleteClientContract,
  getClientContract,
  listClientsContract,
  patchClientContract,
  restoreClientContract,
  updateClientContract,
} from "@/lib/clients/contract";
import { createClient } from "@/lib/clients/create-client";
import { deleteClient } from "@/lib/clients/delete-client";
import { exportClientsContract } from "@/lib/clients/export/contract";
import { exportClients } from "@/lib/clients/export/export-clients";
import { getClient } from "@/lib/clients/get-client";
import { listClients } from "@/lib/clients/list-clients";
import { getManifestContract } from "@/lib/clients/manifest/contract";
import { getManifest } from "@/lib/clients/manifest/get-manifest";
import { patchClient } from "@/lib/clients/patch-client";
import { checkRedirect } from "@/lib/clients/redirect-check/check-redirect";
import { checkRedirectContract } from "@/lib/clients/redirect-check/contract";
import { restoreClient } from "@/lib/clients/restore-client";
import {
  listSecretsContract,
  revealSecretContract,
  revokeSecretContract,
  rotateSecretContract,
} from "@/lib/clients/secrets/contract";
import { listSecrets } from "@/lib/clients/secrets/list-secrets";
import { revealSecret } from "@/lib/clients/secrets/reveal-secret";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { updateClient } from "@/lib/clients/update-client";
import { runConformanceCheckContract } from "@/lib/developer-tools/conformance/contract";
import { runConformanceCheck } from "@/lib/developer-tools/conformance/run-conformance-check";
import { runPlaygroundStepContract } from "@/lib/developer-tools/playground/contract";
import { runPlaygroundStep } from "@/lib/developer-tools/playground/run-playground-step";
import { runSandboxActionContract } from "@/lib/developer-tools/sandbox/contract";
import { runSandboxAction } from "@/lib/developer-tools/sandbox/run-sandbox-action";
import { authorize } from "@/lib/oauth/authorize/authorize";
import { pushRequest } from "@/lib/oauth/authorize/push-request";
import { OAUTH_PATH } from "@/lib/oauth/metadata/issuer";
import { oauthDescriptions } from "@/lib/oauth/openapi";
import { extensionDetails } from "@/lib/oauth/startup/extension-details";
import { introspectEndpoint } from "@/lib/oauth/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/oauth/tokens/revoke-endpoint";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/oauth/tokens/token-endpoint";
import { getOrganizationContract, patchOrganizationContract } from "@/lib/organizations/contract";
import { getOrganization } from "@/lib/organizations/get-organization";
import {
  createInvitationContract,
  listInvitationsContract,
  resendInvitationContract,
  revokeInvitationContract,
} from "@/lib/organizations/invitations/contract";
import { createInvitation } from "@/lib/organizations/invitations/create-invitation";
import { listInvitations } from "@/lib/organizations/invitations/list-invitations";
import { resendInvitation } from "@/lib/organizations/invitations/resend-invitation";
import { revokeInvitation } from "@/lib/organizations/invitations/revoke-invitation";
import { changeMember } from "@/lib/organizations/members/change-member";
import {
  changeMemberContract,
  leaveOrganizationContract,
  listMembersContract,
  removeMemberContract,
} from "@/lib/organizations/members/contract";
import { leaveOrganization } from "@/lib/organizations/members/leave-organization";
import { listMembers } from "@/lib/organizations/members/list-members";
import { removeMember } from "@/lib/organizations/members/remove-member";
import { patchOrganization } from "@/lib/organizations/patch-organization";
import { listProducts } from "@/lib/platform/list-products";
import { listProductsDescription } from "@/lib/platform/openapi";

const COMPANY = `${OAUTH_PATH}/company/{company_id}/oauth`;
const ORGANIZATION = `${OAUTH_PATH}/organization/{organization_id}/oauth`;
const PRODUCTS = "/service/application/catalog/v1.0/products";
const DETAILS = "/service/panel/partners/v1.0/extensions/details/{api_key}";
const docs = oauthDescriptions;

/** The management API. Each contract is paired with the operation that implements it. */
export const managementEndpoints = [
  manage(createClientContract, createClient),
  manage(listClientsContract, listClients),
  manageFile(exportClientsContract, exportClients),
  manage(changeClientsContract, changeClients),
  manage(getClientContract, getClient),
  manage(getManifestContract, getManifest),
  manage(updateClientContract, updateClient),
  manage(patchClientContract, patchClient),
  manage(deleteClientContract, deleteClient),
  manage(restoreClientContract, restoreClient),
  manage(getImpactContract, getImpact),
  manage(checkRedirectContract, checkRedirect),
  manage(listSecretsContract, listSecrets),
  manage(rotateSecretContract, rotateSecret),
  manage(revealSecretContract, revealSecret),
  manage(revokeSecretContract, revokeSecret),
  manage(listEventsContract, listEvents),
  manage(listGrantsContract, listGrants),
  manage(getActivityContract, getActivity),
  manage(getOrganizationActivityContract, getOrganizationActivity),
  manage(runSandboxActionContract, runSandboxAction),
  manage(runConformanceCheckContract, runConformanceCheck),
  manage(runPlaygroundStepContract, runPlaygroundStep),
  manage(listAuditContract, listAudit),
  manageFile(exportAuditContract, exportAudit),
  manage(verifyAuditContract, verifyAudit),
  manage(getOrganizationContract, getOrganization),
  manage(patchOrganizationContract, patchOrganization),
  manage(listMembersContract, listMembers),
  manage(changeMemberContract, changeMember),
  manage(removeMemberContract, removeMember),
  manage(leaveOrganizationContract, leaveOrganization),
  manage(createInvitationContract, createInvitation),
  manage(listInvitationsContract, listInvitations),
  manage(resendInvitationContract, resendInvitation),
  manage(revokeInvitationContract, revokeInvitation),
] as const;

/** The OAuth flow, the requests extensions make at start-up, the platform's sample API and the probes. */
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
  open("POST", `${OAUTH_PATH}/oauth/introspect`, introspectEndpoint, docs.introspectToken),
  open("POST", `${OAUTH_PATH}/oauth/revoke`, revokeEndpoint, docs.revokeToken),
  open("GET", DETAILS, extensionDetails, docs.getExtensionDetails),
  open("GET", `${PRODUCTS}/`, listProducts, listProductsDescription),
  open("GET", "/healthz", healthz, healthzDescription),
  open("GET", "/readyz", readyz, readyzDescription),
];

/** Every endpoint of the HTTP API, in the order of the API reference. */
export const endpoints: readonly Endpoint[] = [...managementEndpoints, ...openEndpoints];
