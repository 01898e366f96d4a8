import { countPlaces, takePlace } from "@/lib/core/limits/places";

/** Live connections that one process serves at a time. None holds a database connection between two looks. */
export const MAX_TAILS = 200;
/** The maximum for one person or client. */
export const MAX_TAILS_OF_CALLER = 5;

const NAME = "live-tails";
const RETRY_SECONDS = 10;
const NEXT = `Try again in ${RETRY_SECONDS} seconds, or list them instead.`;

/** How many live connections this process serves. */
export function countTails(): number {
  return countPlaces(NAME);
}

/**
 * Takes one of the places for live connections.
 * @param caller the name of the caller in audit entries
 * @returns a function that gives it back, once
 * @throws ServiceError temporarily_unavailable if all places, or all of this caller's, are taken
 */
export function takeTail(caller: string): () => void {
  return takePlace(NAME, caller, {
    most: MAX_TAILS,
    mostOfOwner: MAX_TAILS_OF_CALLER,
    retrySeconds: RETRY_SECONDS,
    messages: {
      all: `${MAX_TAILS} connections already watch this server. ${NEXT}`,
      own: `${MAX_TAILS_OF_CALLER} connections of yours already watch. Close one. ${NEXT}`,
    },
  });
}
