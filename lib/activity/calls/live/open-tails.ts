import { ServiceError } from "@/lib/kernel/errors";
import { processState } from "@/lib/kernel/process-state";

/** Live connections that one process serves at a time; each asks the database three times a second. */
export const MAX_TAILS = 50;

const RETRY_AFTER = "10";

const state = () => processState("live-tails", () => ({ open: 0 }));

/** How many live connections this process serves. */
export function countTails(): number {
  return state().open;
}

/**
 * Takes one of the places for live connections.
 * @returns gives it back, once
 * @throws ServiceError temporarily_unavailable if all are taken
 */
export function takeTail(): () => void {
  const tails = state();
  if (tails.open >= MAX_TAILS) {
    throw new ServiceError(
      "temporarily_unavailable",
      `${MAX_TAILS} people already watch calls on this server. Try again in ${RETRY_AFTER} seconds, or list the calls instead.`,
      { headers: { "retry-after": RETRY_AFTER } },
    );
  }
  tails.open += 1;
  let isHeld = true;
  return () => {
    if (isHeld) tails.open -= 1;
    isHeld = false;
  };
}
