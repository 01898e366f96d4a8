import { z } from "zod";
import { readImpact } from "@/lib/clients/impact/get-impact";
import { clientImpactSchema } from "@/lib/clients/impact/schemas";
import { keepWithinHolders } from "@/lib/clients/import/import-client";
import { widens } from "@/lib/clients/listing/divide-change";
import { requireUniqueName } from "@/lib/clients/listing/require-unique-name";
import {
  pendingReview,
  proposalOf,
  reviewedFields,
  serializeReview,
} from "@/lib/clients/listing/review";
import { changesIn } from "@/lib/core/changes";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { entityTag, requireMatch } from "@/lib/core/http/entity-tag";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { JsonObject } from "@/lib/core/json";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { toWire } from "@/lib/core/schemas/to-wire";
import { platform } from "@/lib/operation/access";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { json } from "@/lib/operation/returns";
import {
  type ClientDecision,
  type ClientPosition,
  type DirectoryClientRow,
  findClient,
  type ListedClientRow,
  listClientRows,
  lockClient,
  updateClient,
} from "@/lib/platform/clients/repository";
import {
  clientListingFieldsSchema,
  clientStatusFieldsSchema,
  directoryClientSchema,
  type ListClientsQuery,
  listClientsQuerySchema,
} from "@/lib/platform/clients/schemas";
import { requireRow, resource } from "@/lib/platform/resource";
import { type AuditedObject, outcomeOf, recordAllEverywhere } from "@/lib/platform/stored";
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
  read: "extensions:read",
  missing:
    "There is no extension with this client_id, or it was deleted. List the extensions to see their ids.",
  serialize: (row: DirectoryClientRow & Partial<ListedClientRow>) => ({
    ...toWire(row, directoryClientSchema),
    suspended: row.suspendedAt !== null,
    reason: row.suspensionReason,
    pending_review: pendingReview(row),
    review: serializeReview(row),
    conformance:
      row.conformance !== null && row.checkedAt
        ? { verdict: row.conformance, checked_at: row.checkedAt.toISOString() }
        : null,
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

const { path, access, params, returns } = directoryClients.get;
const STATUS = `${path}/status` as const;
const LISTING = `${path}/listing` as const;

export const getClientStatus = operation({
  id: "getDirectoryClientStatus",
  request: { route: `GET ${STATUS}`, params },
  access,
  summary: "Fetch whether an extension is suspended",
  description: "Returns the extension with its suspension.",
  tag: TAG,
  returns,
  run: (context) => perform(directoryClients.get, context),
});

export const putClientStatus = operation({
  id: "putDirectoryClientStatus",
  request: { route: `PUT ${STATUS}`, params, body: clientStatusFieldsSchema },
  access: platform("extensions:write"),
  summary: "Suspend an extension, or end its suspension",
  description:
    "The kill switch: the next call with any of its tokens is denied. Nothing is revoked, so that everything works again afterwards.",
  tag: TAG,
  returns,
  errors: ["precondition_failed"],
  ignoresReadOnlyFields: true,
  run(context) {
    const { suspended, reason } = context.body;
    const record = {
      kind: "client_status",
      audited: (row: DirectoryClientRow) => {
        const { suspended, reason } = directoryClients.respond(row).body;
        return { suspended, reason };
      },
    };
    return decideAboutClient(context, record, (before) => ({
      suspendedAt: suspended ? (before.suspendedAt ?? new Date()) : null,
      suspensionReason: suspended ? (reason ?? null) : null,
    }));
  },
});

export const getClientListing = operation({
  id: "getDirectoryClientListing",
  request: { route: `GET ${LISTING}`, params },
  access,
  summary: "Fetch where an extension is listed",
  description: "Returns the extension with its listing and the open request, if any.",
  tag: TAG,
  returns,
  run: (context) => perform(directoryClients.get, context),
});

type Context = CallContext<
  "platform",
  { params: typeof params; body: typeof clientListingFieldsSchema }
>;

export const putClientListing = operation({
  id: "putDirectoryClientListing",
  request: { route: `PUT ${LISTING}`, params, body: clientListingFieldsSchema },
  access: platform("extensions:write"),
  summary: "Decide about an extension's review",
  description:
    "Sets the listing and closes the open review. To approve what waits in `pending_review`, send `If-Match` with the version that you reviewed, and the requested listing or `approve_changes`. To decline it, send the present listing with a reason.",
  tag: TAG,
  returns,
  errors: ["conflict", "precondition_failed"],
  ignoresReadOnlyFields: true,
  run(context) {
    const { reason } = context.body;
    const record = {
      kind: "client_listing",
      audited: (row: DirectoryClientRow) => ({
        ...reviewedFields(row),
        listing_requested_at: row.listingRequestedAt?.toISOString() ?? null,
      }),
      ...(reason && { context: { reason } }),
    };
    return decideAboutClient(context, record, (before, tx) => decide(before, context, tx));
  },
});

async function decide(
  before: DirectoryClientRow,
  { body, caller, ifMatch, info }: Context,
  tx: Database,
): Promise<ClientDecision> {
  const { listing, approve_changes: approvesChanges, reason, pending_review: keepsOpen } = body;
  if (keepsOpen && !approvesChanges && listing === before.listing) return {};
  const { listing: asked, ...proposed } = proposalOf(before);
  const isOpen = before.review?.state === "pending";
  const approves = asked ? widens(before.listing, listing) : approvesChanges;
  if (isOpen && approves && ifMatch === null) {
    const etag = entityTag(before.version);
    throw new ServiceError(
      "precondition_failed",
      `An approval names the version that you reviewed: fetch the extension, and send its ETag in If-Match. The current version is ${etag}.`,
      { headers: { etag } },
    );
  }
  const changes = approvesChanges ? proposed : {};
  const after = { ...before, ...changes, listing };
  if (after.listing === "listed" && (before.listing !== "listed" || after.name !== before.name)) {
    await requireUniqueName(tx, before.clientId, after.name);
  }
  const scopes = { before: before.scopes, after: after.scopes };
  await keepWithinHolders(tx, before, scopes, { actor: platformActor(caller), info });
  const state = approves || widens(before.listing, listing) ? "approved" : "declined";
  return {
    ...changes,
    listing,
    listingRequestedAt: null,
    ...((isOpen || listing !== before.listing) && {
      review: { state, reason: reason ?? null, decidedAt: new Date().toISOString() },
    }),
  };
}

type ClientContext = Pick<
  CallContext<"platform", { params: typeof params }>,
  "params" | "caller" | "ifMatch" | "info"
>;

/** Changes what operators decide about an extension. Its publisher reads it in the organization's audit log too. */
async function decideAboutClient(
  { params: { client_id: clientId }, caller, ifMatch, info }: ClientContext,
  decision: Pick<AuditedObject, "kind" | "context"> & {
    audited: (row: DirectoryClientRow) => JsonObject;
  },
  decide: (before: DirectoryClientRow, tx: Database) => ClientDecision | Promise<ClientDecision>,
) {
  const row = await transaction(async (tx) => {
    const before = await lockWithOrganization(tx, clientId);
    requireMatch(ifMatch, before.version);
    const decided = await decide(before, tx);
    const change = changesIn<DirectoryClientRow, keyof DirectoryClientRow>(before, decided);
    if (!change) return before;
    await updateClient(tx, clientId, change);
    const row = { ...before, ...change, version: before.version + 1 };
    const { organizationId } = row;
    const object = { ...decision, target: `client:${clientId}`, organizationId };
    const result = { status: "updated", before, row } as const;
    const { entries } = outcomeOf(object, result, decision.audited);
    await recordAllEverywhere(tx, { actor: platformActor(caller), info }, entries);
    return row;
  });
  return directoryClients.respond(row);
}

/** Locks an extension after its organization, as every other change does. @throws ServiceError not_found */
export async function lockWithOrganization(
  tx: Database,
  clientId: string,
): Promise<DirectoryClientRow> {
  const { organizationId } = requireRow(directoryClients, await findClient(clientId, tx));
  await lockOrganizations(tx, [organizationId]);
  return requireRow(directoryClients, await lockClient(clientId, tx));
}
