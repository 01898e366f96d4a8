import { z } from "zod";
import { readImpact } from "@/lib/clients/impact/get-impact";
import { clientImpactSchema } from "@/lib/clients/impact/schemas";
import { pendingReview, serializeReview } from "@/lib/clients/listing/review";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { json } from "@/lib/operation/returns";
import {
  type ClientPosition,
  type DirectoryClientRow,
  findClient,
  type ListedClientRow,
  listClientRows,
} from "@/lib/platform/clients/repository";
import {
  directoryClientSchema,
  type ListClientsQuery,
  listClientsQuerySchema,
} from "@/lib/platform/clients/schemas";
import { requireRow, resource } from "@/lib/platform/resource";
import { DIRECTORY, TAG } from "@/lib/platform/values";

/** The extensions of all organizations. Deleted ones have no row. */
export const directoryClients = resource({
  format: {
    name: "DirectoryClient",
    names: "DirectoryClients",
    path: `${DIRECTORY}/clients`,
    id: "client_id",
    params: z.object({
      client_id: clientIdSchema.meta({ description: "The extension's API key." }),
    }),
    schema: directoryClientSchema,
    query: listClientsQuerySchema,
    key: "client_id",
  },
  noun: "extension",
  nouns: "extensions",
  read: "extensions:read",
  missing:
    "There is no extension with this client_id, or it was deleted. List the extensions to see their ids.",
  serialize: (row: DirectoryClientRow & Partial<ListedClientRow>) => ({
    client_id: row.clientId,
    name: row.name,
    description: row.description,
    organization_id: row.organizationId,
    organization_name: row.organizationName,
    publisher_verified: row.publisherVerified,
    client_type: row.clientType,
    base_url: row.baseUrl,
    redirect_urls: row.redirectUrls,
    scopes: row.scopes,
    is_active: row.isActive,
    suspended: row.suspendedAt !== null,
    suspended_at: row.suspendedAt?.toISOString() ?? null,
    reason: row.suspensionReason,
    listing: row.listing,
    listing_requested_at: row.listingRequestedAt?.toISOString() ?? null,
    pending_review: pendingReview(row),
    review: serializeReview(row),
    look_alikes: row.lookAlikes,
    version: row.version,
    conformance:
      row.conformance !== null && row.checkedAt
        ? { verdict: row.conformance, checked_at: row.checkedAt.toISOString() }
        : null,
    created_at: row.createdAt.toISOString(),
    ...(row.installs !== undefined && {
      use: { installs: row.installs, calls: row.calls ?? 0, denied: row.denied ?? 0 },
    }),
  }),
  versionOf: ({ version }) => version,
  find: ({ client_id }) => findClient(client_id),
  get: {
    summary: "Fetch an extension of any organization",
    description: "Returns one extension, without its secrets.",
  },
  list: {
    name: "clients",
    first: "",
    summary: "List extensions of all organizations",
    description: "Lists extensions with how they are used. Deleted ones are not listed.",
    keyOf: (row, { sort }) => (sort ? `${sort} ${row.position} ${row.clientId}` : row.clientId),
    rows: (after, query) => listClientRows(parsePosition(after, query.sort), query),
  },
});

/** Reads what `keyOf` wrote. @throws ServiceError invalid_request for a key of another order */
function parsePosition(key: string, sort: ListClientsQuery["sort"]): ClientPosition {
  const [afterId = "", value, order] = key.split(" ").reverse();
  if (key !== "" && order !== sort) {
    throw invalidFields([{ path: "cursor", message: "is of another order of this list" }]);
  }
  return value === undefined ? { afterId } : { afterId, afterValue: Number(value) };
}

export const getDirectoryImpact = operation({
  id: "getDirectoryImpact",
  request: {
    route: `GET ${directoryClients.get.path}/impact`,
    params: directoryClients.get.params,
  },
  access: platform("extensions:read"),
  summary: "Get the impact of suspending an extension",
  description:
    "Shows companies with a live grant, live tokens and the last use. Check this before you suspend an extension.",
  tag: TAG,
  returns: json(clientImpactSchema, "What depends on it."),
  async run(context) {
    const { body: client } = await perform(directoryClients.get, context);
    const impact = await readImpact(client.organization_id, client.client_id);
    return { body: requireRow(directoryClients, impact) };
  },
});
