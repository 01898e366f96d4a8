import type { Change } from "@/lib/audit/record-change";
import { endSecretsSeenBy } from "@/lib/clients/service-keys/repository";
import type { Database } from "@/lib/core/db/client";

/** How long backends have to get new secrets: a day. */
const OVERLAP_MS = 86_400_000;

/**
 * Makes the secrets of service keys that a person has seen end after a day, because the person is no longer an operator.
 * Their role must have ended in the same transaction, so that they see no other secret.
 * @returns what the platform's audit log records
 */
export async function endSeenSecrets(tx: Database, userId: string): Promise<Change[]> {
  const end = new Date(Date.now() + OVERLAP_MS);
  const endedSecrets = await endSecretsSeenBy(tx, userId, end);
  return endedSecrets.map(({ keyId, lastFour }) => ({
    action: "service_key.end_changed",
    target: `service_key:${keyId}`,
    after: { last_four: lastFour, ends_at: end.toISOString(), seen_by: `user:${userId}` },
  }));
}
