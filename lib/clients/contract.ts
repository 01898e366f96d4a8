import { z } from "zod";
import { idSchema } from "@/lib/clients/field-schemas";
import {
  createClientSchema,
  patchClientSchema,
  rotateSecretSchema,
  updateClientSchema,
} from "@/lib/clients/input-schemas";
import { listClientsQuerySchema, secretsQuerySchema } from "@/lib/clients/query-schemas";
import {
  clientListSchema,
  clientResponseSchema,
  clientSecretListSchema,
  clientSecretSchema,
} from "@/lib/clients/schemas";
import { defineContract } from "@/lib/http/contract";

const COLLECTION =
  "/service/partner/authorization/v1.0/organization/{organization_id}/oauth/client";
/** Path of one client; what belongs to it lies below. */
export const CLIENT_PATH = `${COLLECTION}/{client_id}` as const;
const SECRETS = `${CLIENT_PATH}/secret` as const;

const inOrganization = z.object({
  organization_id: idSchema.meta({ description: "Organization that owns the clients." }),
});
/** Path parameters of one client. */
export const ofClient = inOrganization.extend({
  client_id: idSchema.meta({ description: "Unique identifier of the client: the API key." }),
});
const ofSecret = ofClient.extend({
  secret_id: idSchema.meta({ description: "Id of the secret, from the list of secrets." }),
});

const REVEALS =
  "Secrets are in clear for callers with the permission secrets:read, which leaves an audit row, and masked for everyone else.";

/** POST prefix (4.1). */
export const createClientContract = defineContract({
  operationId: "createClient",
  method: "POST",
  path: COLLECTION,
  summary: "Create a client",
  description:
    "Makes a client for the organization, with its first secret, which the answer holds in clear, and its system user. `meta.name` is required, everything else has a default. A caller cannot register a scope that carries a permission it lacks itself.",
  tag: "Clients",
  permission: "clients:write",
  params: inOrganization,
  body: createClientSchema,
  success: {
    status: 201,
    description: "The new client.",
    schema: clientResponseSchema,
    etag: true,
  },
});

/** GET prefix (4.1). */
export const listClientsContract = defineContract({
  operationId: "listClients",
  method: "GET",
  path: COLLECTION,
  summary: "List clients",
  description: "Clients of the organization, a page at a time. Secrets are always masked.",
  tag: "Clients",
  permission: "clients:read",
  params: inOrganization,
  query: listClientsQuerySchema,
  success: { status: 200, description: "A page of clients.", schema: clientListSchema },
});

/** GET prefix/{client_id} (4.1). */
export const getClientContract = defineContract({
  operationId: "getClient",
  method: "GET",
  path: CLIENT_PATH,
  summary: "Fetch a client",
  description: REVEALS,
  tag: "Clients",
  permission: "clients:read",
  params: ofClient,
  query: secretsQuerySchema,
  success: { status: 200, description: "The client.", schema: clientResponseSchema, etag: true },
});

/** PUT prefix/{client_id} (4.1). */
export const updateClientContract = defineContract({
  operationId: "updateClient",
  method: "PUT",
  path: CLIENT_PATH,
  summary: "Update a client's name, tags and description",
  description: `Changes what \`meta\` holds; what it leaves out stays. ${REVEALS}`,
  tag: "Clients",
  permission: "clients:write",
  params: ofClient,
  query: secretsQuerySchema,
  body: updateClientSchema,
  success: {
    status: 200,
    description: "The changed client.",
    schema: clientResponseSchema,
    etag: true,
  },
  errors: ["precondition_failed"],
});

/** PATCH prefix/{client_id}. */
export const patchClientContract = defineContract({
  operationId: "patchClient",
  method: "PATCH",
  path: CLIENT_PATH,
  summary: "Change a client's settings",
  description:
    "Changes redirect URLs, base URL, scopes, grants, lifetimes, rotation, PKCE and whether the client is active; what the body leaves out stays. A caller cannot add a scope that carries a permission it lacks itself. Secrets are masked in the answer.",
  tag: "Clients",
  permission: "clients:write",
  params: ofClient,
  body: patchClientSchema,
  success: {
    status: 200,
    description: "The changed client.",
    schema: clientResponseSchema,
    etag: true,
  },
  errors: ["precondition_failed"],
});

/** DELETE prefix/{client_id} (4.1). */
export const deleteClientContract = defineContract({
  operationId: "deleteClient",
  method: "DELETE",
  path: CLIENT_PATH,
  summary: "Delete a client",
  description: `Stops the client, its grants and its tokens at once, active or not. ${REVEALS}`,
  tag: "Clients",
  permission: "clients:write",
  params: ofClient,
  query: secretsQuerySchema,
  success: { status: 200, description: "The deleted client.", schema: clientResponseSchema },
  errors: ["precondition_failed"],
});

/** GET prefix/{client_id}/secret. */
export const listSecretsContract = defineContract({
  operationId: "listSecrets",
  method: "GET",
  path: SECRETS,
  summary: "List a client's live secrets",
  description: "Name, age and last use of each live secret. The secrets themselves are masked.",
  tag: "Secrets",
  permission: "clients:read",
  params: ofClient,
  success: { status: 200, description: "The live secrets.", schema: clientSecretListSchema },
});

/** POST prefix/{client_id}/secret. */
export const rotateSecretContract = defineContract({
  operationId: "rotateSecret",
  method: "POST",
  path: SECRETS,
  summary: "Rotate a client's secret",
  description:
    "Makes a new secret, which the answer holds in clear. The others stop after the overlap, or when they would have anyway. A caller cannot make a secret for a client whose scopes carry a permission that the caller lacks.",
  tag: "Secrets",
  permission: "clients:write",
  params: ofClient,
  body: rotateSecretSchema,
  success: { status: 201, description: "The new secret.", schema: clientSecretSchema },
  errors: ["conflict"],
});

/** DELETE prefix/{client_id}/secret/{secret_id}. */
export const revokeSecretContract = defineContract({
  operationId: "revokeSecret",
  method: "DELETE",
  path: `${SECRETS}/{secret_id}`,
  summary: "Revoke a client's secret",
  description: "Stops a secret at once. The last live one cannot go: rotate first.",
  tag: "Secrets",
  permission: "clients:write",
  params: ofSecret,
  success: { status: 200, description: "The revoked secret.", schema: clientSecretSchema },
  errors: ["conflict"],
});
