import {
  type ClientTarget,
  changeClientsCall,
  createClientCall,
  deleteClientCall,
  paramsOf,
  patchClientCall,
  restoreClientCall,
  revokeSecretCall,
  rotateSecretCall,
} from "@/lib/api-client/client-calls";
import { send, sendCall } from "@/lib/api-client/send";
import type { BulkActionInput, BulkResult } from "@/lib/clients/bulk/schemas";
import type {
  CreateClientInput,
  PatchClientInput,
  RevealSecretInput,
  RotateSecretInput,
} from "@/lib/clients/input-schemas";
import type { RedirectCheckResult } from "@/lib/clients/redirect-check/schemas";
import type { ClientResponse, ClientSecretResponse } from "@/lib/clients/schemas";

// Each throws ApiError.

/** Registers a client; the response contains its first secret in clear text. */
export function createClient(
  organizationId: string,
  body: CreateClientInput,
): Promise<ClientResponse> {
  return sendCall(createClientCall(organizationId, body));
}

/** Changes settings. */
export function patchClient(target: ClientTarget, body: PatchClientInput): Promise<ClientResponse> {
  return sendCall(patchClientCall(target, body));
}

/** Deletes a client. */
export function deleteClient(target: ClientTarget): Promise<ClientResponse> {
  return sendCall(deleteClientCall(target));
}

/** Restores a deleted client as inactive. */
export function restoreClient(target: ClientTarget): Promise<ClientResponse> {
  return sendCall(restoreClientCall(target));
}

/** Changes many clients; the response reports the outcome for each. */
export function changeClients(organizationId: string, body: BulkActionInput): Promise<BulkResult> {
  return sendCall(changeClientsCall(organizationId, body));
}

/** Creates a new secret; the response contains it in clear text. */
export function rotateSecret(
  target: ClientTarget,
  body: RotateSecretInput = {},
): Promise<ClientSecretResponse> {
  return sendCall(rotateSecretCall(target, body));
}

/** Revokes a secret immediately. */
export function revokeSecret(
  target: ClientTarget,
  secretId: string,
): Promise<ClientSecretResponse> {
  return sendCall(revokeSecretCall(target, secretId));
}

/** Reveals a secret in clear text, given the person's password. */
export function revealSecret(
  target: ClientTarget,
  secretId: string,
  body: RevealSecretInput,
): Promise<ClientSecretResponse> {
  const params = { ...paramsOf(target), secret_id: secretId };
  return send("revealSecret", { params, body });
}

/** Compares an address with the registered redirect URLs. Changes nothing. */
export function checkRedirect(target: ClientTarget, url: string): Promise<RedirectCheckResult> {
  return send("checkRedirect", { params: paramsOf(target), body: { url } });
}
