import { isId } from "@/lib/core/crypto/ids";
import { wait } from "@/lib/core/process/wait";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { timestampOfId } from "@/lib/gate/calls/record-call";
import { updateOutcomes } from "@/lib/gate/calls/repository";

/** The outcome of a call according to a proxy's access log. */
export type CallOutcome = {
  requestId: string;
  /** HTTP status, from 100 to 599. */
  status: number;
  /** Duration in milliseconds, from 0 to 2^31-1. */
  milliseconds: number;
};

/** How long a call may wait in the queue of another process while the database works, in milliseconds. */
const STORED_WITHIN_MS = 500;

/** For which ids it is worth waiting that long, in milliseconds since they were given. */
const RECENT_MS = 10_000;

/**
 * Adds status and duration to calls of a gate key, and corrects the number of errors in the totals. Sending an outcome
 * twice changes nothing. If an id repeats, its last outcome counts.
 * @returns the ids that name no call of the key
 * @throws what the database throws during an outage; sending everything again is safe
 */
export async function mergeOutcomes(
  gateKeyId: string,
  outcomes: readonly CallOutcome[],
): Promise<string[]> {
  await flushCalls();
  const byId = new Map(outcomes.map((outcome) => [outcome.requestId, outcome]));
  const wellFormed = [...byId.values()].filter(({ requestId }) => isId(requestId));
  const first = await updateOutcomes(gateKeyId, wellFormed);
  const recent = wellFormed.filter(
    ({ requestId }) => !first.has(requestId) && isRecent(timestampOfId(requestId)),
  );
  if (recent.length > 0) await wait(STORED_WITHIN_MS);
  const second = await updateOutcomes(gateKeyId, recent);
  return [...byId.keys()].filter((requestId) => !first.has(requestId) && !second.has(requestId));
}

const isRecent = (givenAt: Date) => Math.abs(Date.now() - givenAt.getTime()) < RECENT_MS;
