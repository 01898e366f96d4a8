import {
  type Proposal,
  proposalOf,
  REVIEWED_LISTS,
  REVIEWED_VALUES,
  withProposal,
} from "@/lib/clients/listing/review";
import type { ClientChange, ClientRow } from "@/lib/clients/repository";
import { listings } from "@/lib/clients/values";
import { env } from "@/lib/core/env/env";

/** Whether an operator has approved what sellers see of a client, so that its publisher's changes wait. */
export function isReviewed({ listing }: Pick<ClientRow, "listing">): boolean {
  return env().reviewListings && listing === "listed";
}

/**
 * Decides which part of a publisher's change waits for an operator's approval, and returns the change to make now. In a
 * listed client, new values and additions wait; removals act at once. A wider listing waits, too; choosing any other
 * withdraws what waits.
 */
export function divideChange(
  before: ClientRow,
  { listing, ...sent }: ClientChange,
  now: Date,
): ClientChange {
  const change: ClientChange = { ...sent };
  if (listing === undefined || (listing === "listed" && isReviewed(before))) {
    const waitingValues = { ...proposalOf(before) };
    for (const name of REVIEWED_VALUES) divideValue(name, before, change, waitingValues);
    for (const name of REVIEWED_LISTS) divideList(name, before, change, waitingValues);
    divideRawPermissions(change, sent.rawPermissions, waitingValues);
    return { ...change, ...withProposal(before, waitingValues, now) };
  }
  if (env().reviewListings && widens(before.listing, listing)) {
    return { ...change, ...withProposal(before, { listing }, now) };
  }
  return { ...change, listing, ...withProposal(before, {}, now) };
}

/** Whether a listing lets more companies install a client. */
export function widens(from: ClientRow["listing"], to: ClientRow["listing"]): boolean {
  return listings.indexOf(to) > listings.indexOf(from);
}

function divideValue<Name extends (typeof REVIEWED_VALUES)[number]>(
  name: Name,
  before: ClientRow,
  change: ClientChange,
  waitingValues: ClientChange,
): void {
  const value = change[name];
  if (value === undefined) return;
  delete waitingValues[name];
  if (!isReviewed(before) || value === null || value === before[name]) return;
  delete change[name];
  waitingValues[name] = value;
}

function divideList(
  name: (typeof REVIEWED_LISTS)[number],
  before: ClientRow,
  change: ClientChange,
  waiting: Proposal,
): void {
  const list = change[name];
  if (list === undefined) return;
  delete waiting[name];
  if (!isReviewed(before)) return;
  const approved = list.filter((entry) => before[name].includes(entry));
  if (approved.length === list.length) return;
  change[name] = approved;
  waiting[name] = list;
}

/** The permissions as sent follow the scopes. */
function divideRawPermissions(
  change: ClientChange,
  sent: string[] | undefined,
  waiting: Proposal,
): void {
  if (sent === undefined) return;
  delete waiting.rawPermissions;
  if (!waiting.scopes || !change.scopes) return;
  change.rawPermissions = change.scopes;
  waiting.rawPermissions = sent;
}
