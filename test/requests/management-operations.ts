import { managementOperations as apiOperations } from "@/lib/api/endpoints";
import { newId } from "@/lib/core/crypto/ids";
import type { Operation } from "@/lib/operation/operation";
import {
  MINTED_PASSWORD,
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintDeletion,
  mintMember,
} from "@/test/factories/mint";
import { mintEvents } from "@/test/factories/mint-events";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { callRoute, type RouteAnswer, type RouteCall } from "@/test/requests/call-route";
import { exampleOf } from "@/test/requests/example-of";
import { fieldsOf } from "@/test/requests/read-json";

type OperationId = (typeof apiOperations)[number]["id"];

/** What a valid request of an operation needs beyond an organization, its client and the client's secret. */
type Needs = {
  body?: (organization: { companyId: number }) => object;
  file?: () => NonNullable<RouteCall["file"]>;
  /** Makes what the path names. */
  params?: (organization: MintedOrganization) => Promise<Record<string, string>>;
  /** The client must be deleted. */
  onDeleted?: true;
};

/** An operation of the management API, and how to call it validly. */
export type ManagementOperation = { operation: Operation } & Needs;

const aMember = async ({ organizationId }: MintedOrganization) => ({
  user_id: (await mintMember(organizationId, "developer")).userId,
});

const anInvitation = async ({ organizationId }: MintedOrganization) => ({
  invitation_id: (await mintInvitation(organizationId)).invitationId,
});

const aRequest = async ({ organizationId }: MintedOrganization) => {
  const requestId = newId();
  await mintEvents((await mintClient(organizationId)).clientId, [{ requestId }]);
  return { request_id: requestId };
};

/** An image. */
export const ONE_PIXEL = Buffer.from(
  "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  "base64",
);

const needs: Partial<Record<OperationId, Needs>> = {
  changeClients: { body: () => ({ action: "activate", client_ids: [newId()] }) },
  putClientLogo: { file: () => ({ type: "image/gif", bytes: ONE_PIXEL }) },
  patchClient: { body: () => ({ require_pkce: true }) },
  restoreClient: { onDeleted: true },
  revealSecret: { body: () => ({ password: MINTED_PASSWORD }) },
  runSandboxAction: {
    body: ({ companyId }) => ({ company_id: companyId, action: "expire_access_tokens" }),
  },
  runConformanceCheck: { body: ({ companyId }) => ({ company_id: companyId }) },
  runPlaygroundStep: { body: ({ companyId }) => ({ company_id: companyId, step: "authorize" }) },
  patchOrganization: { body: () => ({ name: "Renamed" }) },
  getRequest: { params: aRequest },
  putIssue: { params: async () => ({ check: "client_secret" }) },
  changeMember: { params: aMember, body: () => ({ role: "auditor" }) },
  removeMember: { params: aMember },
  createInvitation: { body: () => ({ email: `${newId()}@example.com`, role: "developer" }) },
  resendInvitation: { params: anInvitation },
  revokeInvitation: { params: anInvitation },
};

/** Every operation of the management API. */
export const managementOperations: readonly ManagementOperation[] = apiOperations.map(
  (operation) => {
    const { id, body }: { id: OperationId } & Pick<Operation, "body"> = operation;
    // A body without needs of its own is made of the examples in the API reference.
    const documented = body && { body: () => fieldsOf(exampleOf(body)) };
    return { operation, ...documented, ...needs[id] };
  },
);

/** Calls an operation, validly by default, for a client of the organization. */
export async function callOperation(
  managed: ManagementOperation,
  organization: MintedOrganization,
  client: MintedClient,
  call: Partial<RouteCall> = {},
): Promise<RouteAnswer> {
  return callRoute(managed.operation, await prepareCall(managed, organization, client, call));
}

/** Prepares a call of an operation, valid by default, for a client of the organization. */
export async function prepareCall(
  { body, file, params, onDeleted }: ManagementOperation,
  organization: MintedOrganization,
  client: MintedClient,
  call: Partial<RouteCall> = {},
): Promise<RouteCall> {
  if (onDeleted) await mintDeletion(client.clientId);
  return {
    ...(body && { body: body(organization) }),
    ...(file && { file: file() }),
    ...call,
    params: {
      organization_id: organization.organizationId,
      client_id: client.clientId,
      secret_id: client.secretId,
      ...(await params?.(organization)),
      ...call.params,
    },
  };
}
