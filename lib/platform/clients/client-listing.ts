import { keepWithinHolders } from "@/lib/clients/import/keep-within-holders";
import { widens } from "@/lib/clients/listing/divide-change";
import { requireUniqueName } from "@/lib/clients/listing/require-unique-name";
import { proposalOf, reviewedFields } from "@/lib/clients/listing/review";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { entityTag } from "@/lib/core/http/entity-tag";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { directoryClients } from "@/lib/platform/clients/clients";
import { decideAboutClient } from "@/lib/platform/clients/decide-about-client";
import type { ClientDecision, DirectoryClientRow } from "@/lib/platform/clients/repository";
import { clientListingFieldsSchema } from "@/lib/platform/clients/schemas";
import { TAG } from "@/lib/platform/values";

const { path, access, params, returns } = directoryClients.get;
const LISTING = `${path}/listing` as const;

/** One extension with its listing. @throws ServiceError forbidden, insufficient_scope, not_found */
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
  async run(context) {
    const { params, body, caller, ifMatch, info } = context;
    const record = {
      kind: "client_listing",
      audited: (row: DirectoryClientRow) => ({
        ...reviewedFields(row),
        listing_requested_at: row.listingRequestedAt?.toISOString() ?? null,
      }),
      ...(body.reason && { context: { reason: body.reason } }),
    };
    const by = { caller, ifMatch, info };
    const row = await decideAboutClient(params.client_id, by, record, (before, tx) =>
      decide(before, context, tx),
    );
    return directoryClients.respond(row);
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
  if (isOpen && approves && ifMatch === null) throw versionRequired(before);
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

function versionRequired({ version }: DirectoryClientRow): ServiceError {
  return new ServiceError(
    "precondition_failed",
    `An approval names the version that you reviewed: fetch the extension, and send its ETag in If-Match. The current version is ${entityTag(version)}.`,
    { headers: { etag: entityTag(version) } },
  );
}
