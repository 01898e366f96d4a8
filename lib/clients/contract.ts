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
import { clientIdSchema, organizationIdSchema } from "@/lib/kernel/schemas/id-schema";

/** Path of an organization's clients. */
export const COLLECTION_PATH =
  "/service/partner/authorization/v1.0/organization/{organization_id}/oauth/client";
/** Path of one client and prefix of everything below it. */
export const CLIENT_PATH = `${COLLECTION_PATH}/{client_id}` as const;

/** Path parameters of an organization's clients. */
export const inOrganization = z.object({
  organization_id: organizationIdSchema.meta({
    description: "The organization that owns the clients.",
  }),
});
/** Path parameters of one client. */
export const ofClient = inOrganization.extend({
  client_id: clientIdSchema.meta({ description: "Unique identifier of the client: the API key." }),
});

const REVEALS =
  "Secrets are in clear text for callers with the permission secrets:read and every permission in the client's scopes; this is recorded in the audit log. For everyone else they are masked.";

/** POST prefix (4.1). */
export const createClientContract = defineContract({
  operationId: "createClient",
  method: "POST",
  path: COLLECTION_PATH,
  summary: "Create a client",
  description:
    "Creates a client for the organization, with its system user and a first secret, which the response contains in clear text. `meta.name` is required; everything else has a default. Callers cannot register scopes with permissions they do not have.",
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
  description: "Lists the organization's clients, page by page. Secrets are always masked.",
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
  description: `Changes the fields in \`meta\`; omitted fields stay the same. The other fields of a client are accepted if they have their current values, so you can send back a client as you fetched it. ${REVEALS}`,
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
  errors: ["conflict", "precondition_failed"],
});

/** PATCH prefix/{client_id}. */
export const patchClientContract = defineContract({
  operationId: "patchClient",
  method: "PATCH",
  path: CLIENT_PATH,
  summary: "Change a client's settings",
  description:
    "Changes redirect URLs, base URL, scopes, grants, lifetimes, rotation, PKCE and whether the client is active; omitted fields stay the same. If the scopes before or after the change include a permission that the caller lacks, the caller can only deactivate the client. Secrets are masked in the response.",
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
  description: `Stops the client, its grants and its tokens immediately. You can restore the client for ${RESTORE_DAYS} days. ${REVEALS}`,
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
  description: `Restores a client deleted at most ${RESTORE_DAYS} days ago. It is inactive and keeps its secrets; grants by companies stay revoked. The caller needs every permission in its scopes. Secrets are masked in the response.`,
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
