import { GET as getOrganizationActivity } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/activity/route";
import { GET as exportAudit } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/audit/export/route";
import { GET as listAudit } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/audit/route";
import { GET as verifyAudit } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/audit/verify/route";
import { POST as resendInvitation } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/invitation/[invitation_id]/resend/route";
import { DELETE as revokeInvitation } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/invitation/[invitation_id]/route";
import {
  POST as createInvitation,
  GET as listInvitations,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/invitation/route";
import {
  PATCH as changeMember,
  DELETE as removeMember,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/member/[user_id]/route";
import { GET as listMembers } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/member/route";
import { DELETE as leaveOrganization } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/membership/route";
import { GET as getActivity } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/activity/route";
import { POST as runConformanceCheck } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/conformance/route";
import { GET as listEvents } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/events/route";
import { GET as listGrants } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/grants/route";
import { GET as getImpact } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/impact/route";
import { GET as getManifest } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/manifest/route";
import { POST as runPlaygroundStep } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/playground/route";
import { POST as checkRedirect } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/redirect-check/route";
import { POST as restoreClient } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/restore/route";
import {
  DELETE as deleteClient,
  GET as getClient,
  PATCH as patchClient,
  PUT as updateClient,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/route";
import { POST as runSandboxAction } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/sandbox/route";
import { POST as revealSecret } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/secret/[secret_id]/reveal/route";
import { DELETE as revokeSecret } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/secret/[secret_id]/route";
import {
  GET as listSecrets,
  POST as rotateSecret,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/secret/route";
import { POST as changeClients } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/bulk/route";
import { GET as exportClients } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/export/route";
import {
  POST as createClient,
  GET as listClients,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/route";
import {
  GET as getOrganization,
  PATCH as patchOrganization,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/route";
import { getActivityContract, getOrganizationActivityContract } from "@/lib/activity/contract";
import { listEventsContract } from "@/lib/activity/events/contract";
import { listGrantsContract } from "@/lib/activity/grants/contract";
import { getImpactContract } from "@/lib/activity/impact/contract";
import { exportAuditContract, listAuditContract, verifyAuditContract } from "@/lib/audit/contract";
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
import { exportClientsContract } from "@/lib/clients/export/contract";
import { getManifestContract } from "@/lib/clients/manifest/contract";
import { checkRedirectContract } from "@/lib/clients/redirect-check/contract";
import {
  listSecretsContract,
  revealSecretContract,
  revokeSecretContract,
  rotateSecretContract,
} from "@/lib/clients/secrets/contract";
import { runConformanceCheckContract } from "@/lib/developer-tools/conformance/contract";
import { runPlaygroundStepContract } from "@/lib/developer-tools/playground/contract";
import { runSandboxActionContract } from "@/lib/developer-tools/sandbox/contract";
import { newId } from "@/lib/kernel/crypto/ids";
import type { Contract } from "@/lib/kernel/http/contract";
import { getOrganizationContract, patchOrganizationContract } from "@/lib/organizations/contract";
import {
  createInvitationContract,
  listInvitationsContract,
  resendInvitationContract,
  revokeInvitationContract,
} from "@/lib/organizations/invitations/contract";
import {
  changeMemberContract,
  leaveOrganizationContract,
  listMembersContract,
  removeMemberContract,
} from "@/lib/organizations/members/contract";
import {
  MINTED_PASSWORD,
  type MintedClient,
  type MintedOrganization,
  mintDeletion,
  mintMember,
} from "@/test/factories/mint";
import { mintInvitation } from "@/test/factories/mint-invitation";
import {
  callRoute,
  type RouteAnswer,
  type RouteCall,
  type RouteHandler,
} from "@/test/requests/call-route";

/** A management API operation with its route handler and a body that it accepts. */
export type ManagementOperation = {
  contract: Contract;
  handler: RouteHandler;
  body?: (organization: { companyId: number }) => object;
  /** Creates what the path names beyond organization and client. */
  params?: (organization: MintedOrganization) => Promise<Record<string, string>>;
  /** Works on a deleted client. */
  onDeleted?: true;
};

const aMember = async ({ organizationId }: MintedOrganization) => ({
  user_id: (await mintMember(organizationId, "developer")).userId,
});

const anInvitation = async ({ organizationId }: MintedOrganization) => ({
  invitation_id: (await mintInvitation(organizationId)).invitationId,
});

/** Every operation of the management API. */
export const managementOperations: readonly ManagementOperation[] = [
  {
    contract: createClientContract,
    handler: createClient,
    body: () => ({ meta: { name: "Shipfast" } }),
  },
  { contract: listClientsContract, handler: listClients },
  { contract: exportClientsContract, handler: exportClients },
  {
    contract: changeClientsContract,
    handler: changeClients,
    body: () => ({ action: "activate", client_ids: [newId()] }),
  },
  { contract: getManifestContract, handler: getManifest },
  { contract: getImpactContract, handler: getImpact },
  {
    contract: checkRedirectContract,
    handler: checkRedirect,
    body: () => ({ url: "https://shipfast.example.com/fp/auth" }),
  },
  { contract: getClientContract, handler: getClient },
  {
    contract: updateClientContract,
    handler: updateClient,
    body: () => ({ meta: { name: "Renamed" } }),
  },
  { contract: patchClientContract, handler: patchClient, body: () => ({ require_pkce: true }) },
  { contract: deleteClientContract, handler: deleteClient },
  { contract: restoreClientContract, handler: restoreClient, onDeleted: true },
  { contract: listSecretsContract, handler: listSecrets },
  { contract: rotateSecretContract, handler: rotateSecret, body: () => ({}) },
  { contract: revokeSecretContract, handler: revokeSecret },
  {
    contract: revealSecretContract,
    handler: revealSecret,
    body: () => ({ password: MINTED_PASSWORD }),
  },
  { contract: listEventsContract, handler: listEvents },
  { contract: listGrantsContract, handler: listGrants },
  {
    contract: runSandboxActionContract,
    handler: runSandboxAction,
    body: ({ companyId }) => ({ company_id: companyId, action: "expire_access_tokens" }),
  },
  {
    contract: runConformanceCheckContract,
    handler: runConformanceCheck,
    body: ({ companyId }) => ({ company_id: companyId }),
  },
  {
    contract: runPlaygroundStepContract,
    handler: runPlaygroundStep,
    body: ({ companyId }) => ({ company_id: companyId, step: "authorize" }),
  },
  { contract: getActivityContract, handler: getActivity },
  { contract: getOrganizationActivityContract, handler: getOrganizationActivity },
  { contract: listAuditContract, handler: listAudit },
  { contract: exportAuditContract, handler: exportAudit },
  { contract: verifyAuditContract, handler: verifyAudit },
  { contract: getOrganizationContract, handler: getOrganization },
  {
    contract: patchOrganizationContract,
    handler: patchOrganization,
    body: () => ({ name: "Renamed" }),
  },
  { contract: listMembersContract, handler: listMembers },
  {
    contract: changeMemberContract,
    handler: changeMember,
    params: aMember,
    body: () => ({ role: "auditor" }),
  },
  { contract: removeMemberContract, handler: removeMember, params: aMember },
  { contract: leaveOrganizationContract, handler: leaveOrganization },
  {
    contract: createInvitationContract,
    handler: createInvitation,
    body: () => ({ email: `${newId()}@example.com`, role: "developer" }),
  },
  { contract: listInvitationsContract, handler: listInvitations },
  { contract: resendInvitationContract, handler: resendInvitation, params: anInvitation },
  { contract: revokeInvitationContract, handler: revokeInvitation, params: anInvitation },
];

/** Calls an operation, validly by default, for a client of the organization. */
export async function callOperation(
  { contract, handler, body, params, onDeleted }: ManagementOperation,
  organization: MintedOrganization,
  client: MintedClient,
  call: Partial<RouteCall> = {},
): Promise<RouteAnswer> {
  if (onDeleted) await mintDeletion(client.clientId);
  return callRoute(contract, handler, {
    ...(body && { body: body(organization) }),
    ...call,
    params: {
      organization_id: organization.organizationId,
      client_id: client.clientId,
      secret_id: client.secretId,
      ...(await params?.(organization)),
      ...call.params,
    },
  });
}
