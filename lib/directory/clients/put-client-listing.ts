import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { keepWithinHolders } from "@/lib/clients/import/keep-within-holders";
import { widens } from "@/lib/clients/listing/divide-change";
import { requireUniqueName } from "@/lib/clients/listing/require-unique-name";
import { proposalOf, reviewedFields } from "@/lib/clients/listing/review";
import { putDirectoryClientListingContract } from "@/lib/directory/clients/contract";
import { decideAboutClient } from "@/lib/directory/clients/decide-about-client";
import type { ClientDecision, DirectoryClientRow } from "@/lib/directory/clients/repository";
import { serializeClient } from "@/lib/directory/clients/serialize";
import type { Database } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { entityTag } from "@/lib/kernel/http/entity-tag";

type Contract = typeof putDirectoryClientListingContract;
type Context = PlatformContext<Contract>;

/**
 * Decides about an extension's open review: sets where it is listed, and gives sellers the values that its publisher
 * proposed, or drops them. Its publisher reads the decision with the reason.
 * @throws ServiceError forbidden, insufficient_scope, not_found, precondition_failed for an approval that does not name
 * the present version, or conflict for a name that looks like that of another listed extension
 */
export async function putClientListing(context: Context): Promise<ContractOutput<Contract>> {
  const { params, body, caller, ifMatch, info } = context;
  requirePlatformPermission(caller, putDirectoryClientListingContract.platformPermission);
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
  return { body: serializeClient(row), headers: { etag: entityTag(row.version) } };
}

async function decide(
  before: DirectoryClientRow,
  { body: { listing, approve_changes: approvesChanges, reason }, caller, ifMatch, info }: Context,
  tx: Database,
): Promise<ClientDecision> {
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
