import { sendCall } from "@/lib/api/client/call";
import {
  type ClientTarget,
  patchClientCall,
  updateClientCall,
} from "@/lib/api/client/client-calls";
import type { ClientOperationId, PreparedCall } from "@/lib/api/client/prepared-call";
import type {
  CreateClientInput,
  PatchClientInput,
  UpdateClientInput,
} from "@/lib/clients/input-schemas";
import { type ClientDraft, DRAFT_FIELDS, DRAFT_RULES, sentValue } from "./client-draft";

interface Saving {
  /** The version that `before` was made of; a newer one makes it fail with 412. */
  target: ClientTarget & { version: number };
  before: ClientDraft;
  after: ClientDraft;
  /** Whether to revoke secrets whose holders would gain permissions that they lack. */
  revokeSecrets?: boolean;
}

/**
 * The calls that save what differs; none when nothing does. The settings go first: they are what may
 * be denied for lack of a permission. A change counts the version up by one, so that the second call
 * is meant for the version that the first one leaves.
 */
export function savingCalls(saving: Saving): PreparedCall<ClientOperationId>[] {
  const { target, before, after, revokeSecrets } = saving;
  const settings = changes(settingsBody(before), settingsBody(after));
  const meta = changes(metaBody(before).meta, metaBody(after).meta);
  const then = { ...target, version: target.version + (settings ? 1 : 0) };
  return [
    ...(settings
      ? [patchClientCall(target, { ...settings, ...(revokeSecrets && { revoke_secrets: true }) })]
      : []),
    ...(meta ? [updateClientCall(then, { meta })] : []),
  ];
}

/**
 * Saves what differs.
 * @throws ApiError
 */
export async function saveClient(saving: Saving): Promise<void> {
  for (const call of savingCalls(saving)) await sendCall(call);
}

/** The fields of `after` that differ from `before`, or null. */
function changes<T extends object>(before: T, after: T): Partial<T> | null {
  const changedFields: Partial<T> = { ...after };
  for (const key in after) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) delete changedFields[key];
  }
  return Object.keys(changedFields).length > 0 ? changedFields : null;
}

export function createBody(draft: ClientDraft): CreateClientInput {
  return bodyOf(draft) as CreateClientInput;
}

/** The fields that PUT changes: name, description and tags. */
export function metaBody(draft: ClientDraft): UpdateClientInput {
  const { meta } = createBody(draft);
  return { meta };
}

/** The fields that PATCH changes. */
export function settingsBody(draft: ClientDraft): PatchClientInput {
  const { meta: _, client_type: __, ...settings } = createBody(draft);
  return settings;
}

function bodyOf(draft: ClientDraft): object {
  const body: Record<string, unknown> = {};
  for (const field of DRAFT_FIELDS) {
    const [key = "", part] = DRAFT_RULES[field].path.split(".");
    const value = sentValue(draft, field);
    if (value === undefined) continue;
    body[key] = part === undefined ? value : { ...(body[key] ?? {}), [part]: value };
  }
  return body;
}
