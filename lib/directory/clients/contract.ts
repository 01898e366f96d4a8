import { z } from "zod";
import {
  clientListingFieldsSchema,
  clientStatusFieldsSchema,
  directoryClientListSchema,
  directoryClientSchema,
  listClientsQuerySchema,
} from "@/lib/directory/clients/schemas";
import { DIRECTORY, TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { clientIdSchema } from "@/lib/kernel/schemas/id-schema";

const CLIENTS = `${DIRECTORY}/clients`;

/** Path of one extension and prefix of what belongs to it. */
export const CLIENT = `${CLIENTS}/{client_id}` as const;

const STATUS = `${CLIENT}/status` as const;
const LISTING = `${CLIENT}/listing` as const;

/** Path parameters of one extension. */
export const ofClient = z.object({
  client_id: clientIdSchema.meta({ description: "The extension's API key." }),
});

const found = {
  status: 200,
  description: "The extension.",
  schema: directoryClientSchema,
  etag: true,
} as const;

/** GET clients. */
export const listDirectoryClientsContract = definePlatformContract({
  operationId: "listDirectoryClients",
  method: "GET",
  path: CLIENTS,
  summary: "List extensions of all organizations",
  description: "Lists extensions in the order of their ids. Deleted ones are not listed.",
  tag: TAG,
  platformPermission: "extensions:read",
  params: z.object({}),
  query: listClientsQuerySchema,
  success: {
    status: 200,
    description: "A page of extensions.",
    schema: directoryClientListSchema,
  },
});

/** GET clients/{client_id}. */
export const getDirectoryClientContract = definePlatformContract({
  operationId: "getDirectoryClient",
  method: "GET",
  path: CLIENT,
  summary: "Fetch an extension of any organization",
  description: "Returns one extension, without its secrets.",
  tag: TAG,
  platformPermission: "extensions:read",
  params: ofClient,
  success: found,
});

/** GET clients/{client_id}/status. */
export const getDirectoryClientStatusContract = definePlatformContract({
  operationId: "getDirectoryClientStatus",
  method: "GET",
  path: STATUS,
  summary: "Fetch whether an extension is suspended",
  description: "Returns the extension with its suspension.",
  tag: TAG,
  platformPermission: "extensions:read",
  params: ofClient,
  success: found,
});

/** PUT clients/{client_id}/status. */
export const putDirectoryClientStatusContract = definePlatformContract({
  operationId: "putDirectoryClientStatus",
  method: "PUT",
  path: STATUS,
  summary: "Suspend an extension, or end its suspension",
  description:
    "The kill switch: the next call with any of its tokens is denied. Nothing is revoked, so that everything works again afterwards.",
  tag: TAG,
  platformPermission: "extensions:write",
  params: ofClient,
  body: clientStatusFieldsSchema,
  success: found,
  errors: ["precondition_failed"],
});

/** GET clients/{client_id}/listing. */
export const getDirectoryClientListingContract = definePlatformContract({
  operationId: "getDirectoryClientListing",
  method: "GET",
  path: LISTING,
  summary: "Fetch where an extension is listed",
  description: "Returns the extension with its listing and the open request, if any.",
  tag: TAG,
  platformPermission: "extensions:read",
  params: ofClient,
  success: found,
});

/** PUT clients/{client_id}/listing. */
export const putDirectoryClientListingContract = definePlatformContract({
  operationId: "putDirectoryClientListing",
  method: "PUT",
  path: LISTING,
  summary: "Decide about an extension's review",
  description:
    "Sets the listing and closes the open review. To approve what waits in `pending_review`, send `If-Match` with the version that you reviewed, and the requested listing or `approve_changes`. To decline it, send the present listing with a reason.",
  tag: TAG,
  platformPermission: "extensions:write",
  params: ofClient,
  body: clientListingFieldsSchema,
  success: found,
  errors: ["conflict", "precondition_failed"],
});
