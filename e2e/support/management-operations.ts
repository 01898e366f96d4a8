import { POST as runConformanceCheck } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/conformance/route";
import { GET as listEvents } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/events/route";
import { GET as listGrants } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/grants/route";
import {
  DELETE as deleteClient,
  GET as getClient,
  PATCH as patchClient,
  PUT as updateClient,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/route";
import { POST as runSandboxAction } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/sandbox/route";
import { DELETE as revokeSecret } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/secret/[secret_id]/route";
import {
  GET as listSecrets,
  POST as rotateSecret,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/secret/route";
import {
  POST as createClient,
  GET as listClients,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/route";
import {
  callRoute,
  type RouteAnswer,
  type RouteCall,
  type RouteHandler,
} from "@/e2e/support/call-route";
import type { MintedClient, MintedOrganization } from "@/e2e/support/mint";
import {
  createClientContract,
  deleteClientContract,
  getClientContract,
  listClientsContract,
  listSecretsContract,
  patchClientContract,
  revokeSecretContract,
  rotateSecretContract,
  updateClientContract,
} from "@/lib/clients/contract";
import type { Contract } from "@/lib/http/contract";
import { runConformanceCheckContract } from "@/lib/oauth/conformance/contract";
import { listEventsContract } from "@/lib/oauth/events/contract";
import { listGrantsContract } from "@/lib/oauth/grants/contract";
import { runSandboxActionContract } from "@/lib/oauth/sandbox/contract";

/** An operation of the management API with its route handler and a body that it accepts. */
export type ManagementOperation = {
  contract: Contract;
  handler: RouteHandler;
  body?: (organization: { companyId: number }) => object;
};

/** Every operation of the management API. */
export const managementOperations: readonly ManagementOperation[] = [
  {
    contract: createClientContract,
    handler: createClient,
    body: () => ({ meta: { name: "Shipfast" } }),
  },
  { contract: listClientsContract, handler: listClients },
  { contract: getClientContract, handler: getClient },
  {
    contract: updateClientContract,
    handler: updateClient,
    body: () => ({ meta: { name: "Renamed" } }),
  },
  { contract: patchClientContract, handler: patchClient, body: () => ({ require_pkce: true }) },
  { contract: deleteClientContract, handler: deleteClient },
  { contract: listSecretsContract, handler: listSecrets },
  { contract: rotateSecretContract, handler: rotateSecret, body: () => ({}) },
  { contract: revokeSecretContract, handler: revokeSecret },
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
];

/** Calls an operation, validly unless told otherwise, on a client of the organization. */
export function callOperation(
  { contract, handler, body }: ManagementOperation,
  organization: MintedOrganization,
  client: MintedClient,
  call: Partial<RouteCall> = {},
): Promise<RouteAnswer> {
  return callRoute(contract, handler, {
    ...(body && { body: body(organization) }),
    ...call,
    params: {
      organization_id: organization.organizationId,
      client_id: client.clientId,
      secret_id: client.secretId,
      ...call.params,
    },
  });
}
