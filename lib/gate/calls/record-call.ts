import { isId, newId } from "@/lib/core/crypto/ids";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { BATCH_CALLS, callQueue, countLostCalls, MAX_WAITING } from "@/lib/gate/calls/call-queue";
import type { BearerFacts } from "@/lib/protocol/bearer/check-bearer";

/** A call of a platform API as stored in the API log. Exactly one of company and organization is set. */
export type Call = {
  /** From `newId`: its first 8 hex digits are the second of `startedAt`. */
  requestId: string;
  startedAt: Date;
  clientId: string;
  /** Null: the token is for an organization. */
  companyId: number | null;
  organizationId: string | null;
  callerKind: "system_user" | "seller";
  /** Set for a system user. */
  systemUserId: string | null;
  /** Set for a seller. */
  userId: string | null;
  /** The scope that allowed the call; null if none was needed or it was denied. */
  scope: string | null;
  method: string;
  /** Path template, such as /service/application/orders/v1.0/company/{company_id}/orders; null without a rule. */
  path: string | null;
  /** HTTP status; null until a proxy reports it. */
  status: number | null;
  /** Duration in milliseconds; null until a proxy reports it. */
  milliseconds: number | null;
  /** The service key of the gate; null for a call that Latchkey served itself. */
  gateKeyId: string | null;
  /** The check that failed; null for an allowed call. */
  denial: CheckName | null;
};

/**
 * Adds a call to the API log. Never throws and never waits: the call joins a queue, which the writer stores every
 * 100 ms. A crash loses what is in the queue (ADR 35).
 */
export function recordCall(call: Call): void {
  const { waiting, wakeups } = callQueue();
  if (waiting.length >= MAX_WAITING) {
    countLostCalls(1, "the queue is full");
    return;
  }
  waiting.push(call);
  if (waiting.length === 1 || waiting.length === BATCH_CALLS) wakeups.emit("wake");
}

/** How long before the handler a request may have arrived, in milliseconds. */
const MAX_AGE_MS = 60_000;

/**
 * When a call began, and the id that names it. Keeps a request id that this service gave the request; the start is
 * then in the second that the id names.
 * @param requestId of the request; a caller's own never has the form of our ids
 */
export function beginCall(requestId: string): { requestId: string; startedAt: Date } {
  const now = Date.now();
  if (isId(requestId)) {
    const second = timestampOfId(requestId).getTime();
    const startedAt = Math.min(now, second + 999);
    if (startedAt >= second && now - startedAt < MAX_AGE_MS) {
      return { requestId, startedAt: new Date(startedAt) };
    }
  }
  return { requestId: newId(now), startedAt: new Date(now) };
}

/** When `newId` generated an id, rounded down to the second. */
export function timestampOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8), 16) * 1_000);
}

/** Who calls with a token: an online token acts as its seller, every other as the client's system user. */
type CallerOfToken = Pick<
  Call,
  "clientId" | "companyId" | "organizationId" | "callerKind" | "systemUserId" | "userId"
>;

/** The caller that the API log names for a call with a token. */
export function callerOfToken(token: BearerFacts): CallerOfToken {
  const { clientId, companyId, organizationId } = token;
  const subject = { clientId, companyId, organizationId };
  return token.kind === "online"
    ? { ...subject, callerKind: "seller", systemUserId: null, userId: token.userId }
    : { ...subject, callerKind: "system_user", systemUserId: token.systemUserId, userId: null };
}
