import { insertAuditRows, type Origin } from "@/lib/audit/record-change";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { JsonObject } from "@/lib/core/json";
import { type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";

/** An event in a person's account. `after` must not contain secrets. */
export type AccountEvent = {
  action:
    | "password.changed"
    | "second_factor.added"
    | "second_factor.removed"
    | "recovery_codes.replaced"
    | "account.reclaimed"
    | "provider.linked"
    | "provider.unlinked"
    | "sign_in.failed";
  after?: JsonObject;
};

// A flood of failures must not fill chains that cannot be shortened.
const FAILURES: FailureLimit = { name: "audited-sign-in", failures: 5, windowSeconds: 3600 };

// The audit log's actors are people, clients, and callers who failed to authenticate as either.
const ANONYMOUS = "anonymous:sign-in";

/**
 * Records an event about a person in the audit log of each of their organizations, in the transaction of the change.
 * Organizations are in a fixed order, because writes to the same chain wait for each other.
 */
export async function recordAccountEvent(
  tx: Database,
  userId: string,
  { ipAddress, requestId }: Origin,
  { action, after }: AccountEvent,
): Promise<void> {
  const target = `user:${userId}`;
  const actor = action === "sign_in.failed" ? ANONYMOUS : target;
  const row = { actor, action, target, ipAddress, requestId, ...(after && { after }) };
  const memberships = await tx.organizationMember.findMany({
    where: { userId },
    select: { organizationId: true },
    orderBy: { organizationId: "asc" },
  });
  const rows = memberships.map(({ organizationId }) => ({ organizationId, ...row }));
  await insertAuditRows(tx, rows);
}

/** Records a failed sign-in, up to five an hour per person. */
export async function recordFailedSignIn(
  database: Database,
  userId: string,
  origin: Origin,
  step: "password" | "second_factor",
): Promise<void> {
  try {
    await reserveAttempt([{ limit: FAILURES, parts: [userId] }]);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "too_many_requests") return;
    throw error;
  }
  await recordAccountEvent(database, userId, origin, { action: "sign_in.failed", after: { step } });
}
