import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { BATCH_CALLS, callQueue, MAX_WAITING } from "@/lib/gate/calls/call-queue";
import { countLostCalls } from "@/lib/gate/calls/count-lost-calls";

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
