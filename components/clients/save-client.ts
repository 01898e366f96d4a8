import { type ClientTarget, patchClient, updateClient } from "@/lib/api-client/client-mutations";
import type { ClientDraft } from "./client-draft";
import { metaBody, settingsBody } from "./draft-bodies";

export interface Saving {
  /** The version that `before` was made of; a newer one makes it fail with 412. */
  target: ClientTarget;
  before: ClientDraft;
  after: ClientDraft;
}

/**
 * Saves what differs, and nothing when nothing does. The settings go first: they are what may be
 * refused for lack of a permission.
 * @throws ApiError
 */
export async function saveClient({ target, before, after }: Saving): Promise<void> {
  let { version } = target;
  const settings = changes(settingsBody(before), settingsBody(after));
  if (settings) ({ version } = await patchClient(target, settings));
  const meta = changes(metaBody(before).meta, metaBody(after).meta);
  if (meta) await updateClient({ ...target, version }, { meta });
}

/** The fields of `after` that differ from `before`, or null. */
function changes<T extends object>(before: T, after: T): Partial<T> | null {
  const changed: Partial<T> = { ...after };
  for (const key in after) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) delete changed[key];
  }
  return Object.keys(changed).length > 0 ? changed : null;
}
