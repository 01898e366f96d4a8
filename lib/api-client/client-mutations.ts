import { send } from "@/lib/api-client/send";
import {
  createClientContract,
  deleteClientContract,
  patchClientContract,
  revokeSecretContract,
  rotateSecretContract,
  updateClientContract,
} from "@/lib/clients/contract";
import type {
  CreateClientInput,
  PatchClientInput,
  RotateSecretInput,
  UpdateClientInput,
} from "@/lib/clients/input-schemas";
import type { ClientResponse, ClientSecretResponse } from "@/lib/clients/schemas";

// Each throws ApiError. `version` is the one that the person was looking at: 412 if it moved on.

/** Which client a change is for, and for which version of it. */
export type ClientTarget = { organizationId: string; clientId: string; version?: number };

/** Registers a client; the answer holds its first secret in clear. */
export function createClient(
  organizationId: string,
  body: CreateClientInput,
): Promise<ClientResponse> {
  return send(createClientContract, { params: { organization_id: organizationId }, body });
}

/** Changes name, tags and description. */
export function updateClient(
  target: ClientTarget,
  body: UpdateClientInput,
): Promise<ClientResponse> {
  return send(updateClientContract, { ...addressed(target), query: { secrets: "masked" }, body });
}

/** Changes settings. */
export function patchClient(target: ClientTarget, body: PatchClientInput): Promise<ClientResponse> {
  return send(patchClientContract, { ...addressed(target), body });
}

/** Deletes a client. */
export function deleteClient(target: ClientTarget): Promise<ClientResponse> {
  return send(deleteClientContract, { ...addressed(target), query: { secrets: "masked" } });
}

/** Makes a new secret; the answer holds it in clear. */
export function rotateSecret(
  target: ClientTarget,
  body: RotateSecretInput = {},
): Promise<ClientSecretResponse> {
  return send(rotateSecretContract, { params: paramsOf(target), body });
}

/** Stops a secret at once. */
export function revokeSecret(
  target: ClientTarget,
  secretId: string,
): Promise<ClientSecretResponse> {
  return send(revokeSecretContract, { params: { ...paramsOf(target), secret_id: secretId } });
}

function paramsOf({ organizationId, clientId }: ClientTarget): Record<string, string> {
  return { organization_id: organizationId, client_id: clientId };
}

function addressed(target: ClientTarget) {
  return {
    params: paramsOf(target),
    ...(target.version !== undefined && { version: target.version }),
  };
}
