import { type BodyOf, type PreparedCall, requestOf } from "@/lib/api/client/prepared-call";
import type { OperationId } from "@/lib/api/endpoint-types";
import type { BulkActionInput } from "@/lib/clients/bulk/schemas";
import type {
  CreateClientInput,
  PatchClientInput,
  RotateSecretInput,
  UpdateClientInput,
} from "@/lib/clients/input-schemas";
import type { ClientResponse } from "@/lib/clients/schemas";

// The calls that forms send and show. `version` is the one the person was looking at; the API returns 412 if it has
// changed.

/** The client to change and the version the change is based on. */
export type ClientTarget = { organizationId: string; clientId: string; version?: number };

/** A stored client as the target of a change that is based on what a page shows. */
export function targetOf(client: ClientResponse): ClientTarget & { version: number } {
  const { organization_id: organizationId, client_id: clientId, version } = client;
  return { organizationId, clientId, version };
}

export function createClientCall(organizationId: string, body: CreateClientInput) {
  return inOrganization("createClient", organizationId, body);
}

export function changeClientsCall(organizationId: string, body: BulkActionInput) {
  return inOrganization("changeClients", organizationId, body);
}

function inOrganization<Id extends OperationId>(operation: Id, id: string, body: BodyOf<Id>) {
  return prepared(operation, { params: { organization_id: id }, body });
}

export function updateClientCall(target: ClientTarget, body: UpdateClientInput) {
  return prepared("updateClient", { ...addressed(target), query: { secrets: "masked" }, body });
}

export function patchClientCall(target: ClientTarget, body: PatchClientInput) {
  return prepared("patchClient", { ...addressed(target), body });
}

export function putLogoCall(target: ClientTarget, file: File) {
  return prepared("putClientLogo", { ...addressed(target), file });
}

export function deleteLogoCall(target: ClientTarget) {
  return prepared("deleteClientLogo", addressed(target));
}

export function deleteClientCall(target: ClientTarget) {
  return prepared("deleteClient", { ...addressed(target), query: { secrets: "masked" } });
}

export function restoreClientCall(target: ClientTarget) {
  return prepared("restoreClient", { params: paramsOf(target) });
}

export function rotateSecretCall(target: ClientTarget, body: RotateSecretInput = {}) {
  return prepared("rotateSecret", { params: paramsOf(target), body });
}

export function revokeSecretCall(target: ClientTarget, secretId: string) {
  return prepared("revokeSecret", { params: { ...paramsOf(target), secret_id: secretId } });
}

function prepared<Id extends OperationId>(
  operation: Id,
  outgoing: PreparedCall<Id>["outgoing"],
): PreparedCall<Id> {
  return { operation, outgoing };
}

function addressed(target: ClientTarget) {
  return {
    params: paramsOf(target),
    ...(target.version !== undefined && { version: target.version }),
  };
}

/** Where a browser downloads a client's manifest. */
export function manifestAddress(target: ClientTarget): string {
  return requestOf({ operation: "getManifest", outgoing: { params: paramsOf(target) } }).address;
}

export function paramsOf({ organizationId, clientId }: ClientTarget): Record<string, string> {
  return { organization_id: organizationId, client_id: clientId };
}
