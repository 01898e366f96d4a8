import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  CLIENT,
  clientResponse,
  directoryClients,
  LISTING,
  ofClient,
  STATUS,
} from "@/lib/platform/clients/directory-client";
import { findClient } from "@/lib/platform/clients/repository";
import { directoryClientSchema } from "@/lib/platform/clients/schemas";
import { found } from "@/lib/platform/resource";
import { TAG } from "@/lib/platform/values";

const shared = {
  access: platform("extensions:read"),
  tag: TAG,
  params: ofClient,
  returns: json(directoryClientSchema, "The extension.", { etag: true }),
  async run({ params }: { params: { client_id: string } }) {
    return clientResponse(found(directoryClients, await findClient(params.client_id)));
  },
};

/** One extension. @throws ServiceError forbidden, insufficient_scope, not_found */
export const getClient = operation({
  ...shared,
  id: "getDirectoryClient",
  route: `GET ${CLIENT}`,
  summary: "Fetch an extension of any organization",
  description: "Returns one extension, without its secrets.",
});

/** One extension with its suspension, like {@link getClient}. */
export const getClientStatus = operation({
  ...shared,
  id: "getDirectoryClientStatus",
  route: `GET ${STATUS}`,
  summary: "Fetch whether an extension is suspended",
  description: "Returns the extension with its suspension.",
});

/** One extension with its listing, like {@link getClient}. */
export const getClientListing = operation({
  ...shared,
  id: "getDirectoryClientListing",
  route: `GET ${LISTING}`,
  summary: "Fetch where an extension is listed",
  description: "Returns the extension with its listing and the open request, if any.",
});
