import { insertAuditRow, listOrganizationsOf } from "@/lib/audit/repository";
import type { Database } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { RequestInfo } from "@/lib/kernel/http/request-info";
import type { JsonObject } from "@/lib/kernel/json";
import { type FailureLimit, reserveAttempt } from "@/lib/limits/failure-limit";

/** What happened to a person's account. `after` must hold no secret. */
export type AccountEvent = {
  action:
    | "password.changed"
    | "second_factor.added"
    | "second_factor.removed"
    | "recovery_codes.replaced"
    | "account.reclaimed"
    | "sign_in.failed";
  after?: JsonObject;
};

/** From where it was done. */
export type AccountEventOrigin = Pick<RequestInfo, "ipAddress" | "requestId">;

// A flood of failures must not fill chains that nobody may shorten.
const FAILURES: FailureLimit = { name: "audited-sign-in", failures: 5, windowSeconds: 3600 };

// The audit log knows people, clients, and whoever did not get as far as to be either.
const NOBODY = "anonymous:sign-in";

/**
 * Leaves an audit row about a person in each organization that they are a member of, in the
 * transaction that makes the change. Organizations in one order: rows of each are written one after
 * the other.
 */
export async function recordAccountEvent(
  tx: Database,
  userId: string,
  { ipAddress, requestId }: AccountEventOrigin,
  { action, after }: AccountEvent,
): Promise<void> {
  const target = `user:${userId}`;
  const actor = action === "sign_in.failed" ? NOBODY : target;
  for (const organizationId of await listOrganizationsOf(tx, userId)) {
    const row = { organizationId, actor, action, target, ipAddress, requestId };
    await insertAuditRow(tx, after ? { ...row, after } : row);
  }
}

/** The same for a sign-in that failed: five an hour for each person, further ones leave no row. */
export async function recordFailedSignIn(
  database: Database,
  userId: string,
  origin: AccountEventOrigin,
  step: "password" | "second_factor",
): Promise<void> {
  try {
    await reserveAttempt([{ limit: FAILURES, parts: [userId] }]);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "slow_down") return;
    throw error;
  }
  await recordAccountEvent(database, userId, origin, { action: "sign_in.failed", after: { step } });
}
