import { keepWithinHolders } from "@/lib/clients/import/import-client";
import { widens } from "@/lib/clients/listing/divide-change";
import { requireUniqueName } from "@/lib/clients/listing/require-unique-name";
import { proposalOf, reviewedFields } from "@/lib/clients/listing/review";
import { changesIn } from "@/lib/core/changes";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { entityTag, requireMatch } from "@/lib/core/http/entity-tag";
import type { JsonObject } from "@/lib/core/json";
import { platform } from "@/lib/operation/access";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { directoryClients } from "@/lib/platform/clients/clients";
import {
  type ClientDecision,
  type DirectoryClientRow,
  findClient,
  lockClient,
  updateClient,
} from "@/lib/platform/clients/repository";
import {
  clientListingFieldsSchema,
  clientStatusFieldsSchema,
} from "@/lib/platform/clients/schemas";
import { requireRow } from "@/lib/platform/resource";
import { type AuditedObject, outcomeOf, recordAllEverywhere } from "@/lib/platform/stored";
import { TAG } from "@/lib/platform/values";

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

/**
 * Suspends an extension, or ends its suspension. Sending the same again changes nothing.
 * @throws ServiceError forbidden, insufficient_scope, not_found, precondition_failed, invalid_request without a reason
 */
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

/**
 * Decides about an extension's open review: sets where it is listed, and gives sellers the values that its publisher
 * proposed, or drops them. Its publisher reads the decision with the reason.
 * @throws ServiceError forbidden, insufficient_scope, not_found, precondition_failed for an approval that does not name
 * the present version, or conflict for a name that looks like that of another listed extension
 */
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

/**
 * Changes what operators decide about an extension. Its publisher reads it in the organization's audit log too.
 * @param decision how it is recorded
 * @param decide returns the decision, given the locked row; may throw to reject it
 * @throws ServiceError not_found, or precondition_failed for an outdated version
 */
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

/**
 * Locks an extension and, before it, its organization, in the order of every other change.
 * @throws ServiceError not_found
 */
export async function lockWithOrganization(
  tx: Database,
  clientId: string,
): Promise<DirectoryClientRow> {
  const { organizationId } = requireRow(directoryClients, await findClient(clientId, tx));
  await lockOrganizations(tx, [organizationId]);
  return requireRow(directoryClients, await lockClient(clientId, tx));
}
