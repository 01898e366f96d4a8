import { NoSuchClientError } from "@/lib/clients/no-such-client";
import { findDeletion } from "@/lib/clients/repository";
import { restorableSince, restorableUntil } from "@/lib/clients/restore-window";
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
