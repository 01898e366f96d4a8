import { z } from "zod";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import {
  createClientSchema,
  patchClientSchema,
  updateClientSchema,
} from "@/lib/clients/input-schemas";
import { listClientsQuerySchema, secretsQuerySchema } from "@/lib/clients/query-schemas";
import { clientListSchema, clientResponseSchema } from "@/lib/clients/schemas";
import { defineContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";

/** Path of an organization's clients. */
export const COLLECTION_PATH =
  "/service/partner/authorization/v1.0/organization/{organization_id}/oauth/client";
/** Path of one client; what belongs to it lies below. */
export const CLIENT_PATH = `${COLLECTION_PATH}/{client_id}` as const;

/** Path parameters of an organization's clients. */
export const inOrganization = z.object({
  organization_id: idSchema.meta({ description: "Organization that owns the clients." }),
});
/** Path parameters of one client. */
export const ofClient = inOrganization.extend({
  client_id: idSchema.meta({ description: "Unique identifier of the client: the API key." }),
});

const REVEALS =
  "Secrets are in clear for callers with the permission secrets:read and every permission that the client's scopes carry, which leaves an audit row, and masked for everyone else.";

/** POST prefix (4.1). */
export const createClientContract = defineContract({
  operationId: "createClient",
  method: "POST",
  path: COLLECTION_PATH,
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
  path: COLLECTION_PATH,
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
  description: `Changes what \`meta\` holds; what it leaves out stays. The other fields of a client may be sent along at their present values, so that a client can be sent as it was fetched. ${REVEALS}`,
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
    "Changes redirect URLs, base URL, scopes, grants, lifetimes, rotation, PKCE and whether the client is active; what the body leaves out stays. Where a scope carries a permission, before or after the change, a caller who lacks it can only stop the client. Secrets are masked in the answer.",
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
  errors: ["conflict", "precondition_failed"],
});

/** DELETE prefix/{client_id} (4.1). */
export const deleteClientContract = defineContract({
  operationId: "deleteClient",
  method: "DELETE",
  path: CLIENT_PATH,
  summary: "Delete a client",
  description: `Stops the client, its grants and its tokens at once, active or not. It can be restored for ${RESTORE_DAYS} days. ${REVEALS}`,
  tag: "Clients",
  permission: "clients:write",
  params: ofClient,
  query: secretsQuerySchema,
  success: { status: 200, description: "The deleted client.", schema: clientResponseSchema },
  errors: ["precondition_failed"],
});

/** POST prefix/{client_id}/restore. */
export const restoreClientContract = defineContract({
  operationId: "restoreClient",
  method: "POST",
  path: `${CLIENT_PATH}/restore`,
  summary: "Restore a deleted client",
  description: `Brings a client back that was deleted at most ${RESTORE_DAYS} days ago. It comes back inactive, with the secrets it had; what companies had granted it stays revoked. The caller needs each permission that its scopes carry. Secrets are masked in the answer.`,
  tag: "Clients",
  permission: "clients:write",
  params: ofClient,
  success: {
    status: 200,
    description: "The restored client, inactive.",
    schema: clientResponseSchema,
    etag: true,
  },
  errors: ["conflict"],
});
