import { type PreparedCall, requestOf } from "@/lib/api/client/prepared-call";
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

/** Registers a client. */
export function createClientCall(
  organizationId: string,
  body: CreateClientInput,
): PreparedCall<"createClient"> {
  return {
    operation: "createClient",
    outgoing: { params: { organization_id: organizationId }, body },
  };
}

/** Changes name, tags and description. */
export function updateClientCall(
  target: ClientTarget,
  body: UpdateClientInput,
): PreparedCall<"updateClient"> {
  return {
    operation: "updateClient",
    outgoing: { ...addressed(target), query: { secrets: "masked" }, body },
  };
}

/** Changes settings. */
export function patchClientCall(
  target: ClientTarget,
  body: PatchClientInput,
): PreparedCall<"patchClient"> {
  return { operation: "patchClient", outgoing: { ...addressed(target), body } };
}

export function putLogoCall(target: ClientTarget, file: File): PreparedCall<"putClientLogo"> {
  return { operation: "putClientLogo", outgoing: { ...addressed(target), file } };
}

export function deleteLogoCall(target: ClientTarget): PreparedCall<"deleteClientLogo"> {
  return { operation: "deleteClientLogo", outgoing: addressed(target) };
}

export function deleteClientCall(target: ClientTarget): PreparedCall<"deleteClient"> {
  return {
    operation: "deleteClient",
    outgoing: { ...addressed(target), query: { secrets: "masked" } },
  };
}

export function restoreClientCall(target: ClientTarget): PreparedCall<"restoreClient"> {
  return { operation: "restoreClient", outgoing: { params: paramsOf(target) } };
}

/** Changes many clients. */
export function changeClientsCall(
  organizationId: string,
  body: BulkActionInput,
): PreparedCall<"changeClients"> {
  return {
    operation: "changeClients",
    outgoing: { params: { organization_id: organizationId }, body },
  };
}

/** Creates a new secret. */
export function rotateSecretCall(
  target: ClientTarget,
  body: RotateSecretInput = {},
): PreparedCall<"rotateSecret"> {
  return { operation: "rotateSecret", outgoing: { params: paramsOf(target), body } };
}

export function revokeSecretCall(
  target: ClientTarget,
  secretId: string,
): PreparedCall<"revokeSecret"> {
  return {
    operation: "revokeSecret",
    outgoing: { params: { ...paramsOf(target), secret_id: secretId } },
  };
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

/** A client's path parameters. */
export function paramsOf({ organizationId, clientId }: ClientTarget): Record<string, string> {
  return { organization_id: organizationId, client_id: clientId };
}
