import { RESTORE_DAYS } from "@/lib/clients/field-values";
import { NoSuchClientError } from "@/lib/clients/paths";
import { findDeletion } from "@/lib/clients/repository";
import { db } from "@/lib/core/db/client";

/**
 * Explains to callers of the client's organization that it was deleted and can be restored.
 * @returns `error` unchanged for any other client
 */
export async function explainMissingClient(
  error: NoSuchClientError,
  organizationId: string,
  clientId: string,
): Promise<NoSuchClientError> {
  const since = restorableSince(new Date());
  const deletedAt = await findDeletion(db(), { organizationId, clientId, since });
  if (!deletedAt) return error;
  return new NoSuchClientError(
    `This client was deleted on ${day(deletedAt)}. It can be restored until ${day(restorableUntil(deletedAt))}.`,
  );
}

function day(timestamp: Date): string {
  return timestamp.toISOString().slice(0, 10);
}

const WINDOW_MS = RESTORE_DAYS * 86_400_000;

/** Whether a client deleted at this time can still be restored. */
export function isRestorable(deletedAt: Date, now: Date): boolean {
  return deletedAt.getTime() >= restorableSince(now).getTime();
}

/** When a client deleted at this time can no longer be restored. */
function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + WINDOW_MS);
}

/** The earliest deletion time of clients that can still be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}
