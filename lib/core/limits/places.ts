import { ServiceError } from "@/lib/core/errors";
import { retryAfter } from "@/lib/core/http/retry-after";
import { processState } from "@/lib/core/process/process-state";
import { countShedRequests } from "@/lib/core/telemetry/shed-requests";

/** How many places there are in a process, and the errors for callers who get none. */
export type Places = {
  most: number;
  mostOfOwner: number;
  /** Seconds until it makes sense to try again. */
  retrySeconds: number;
  /** The messages while all places, or the owner's own, are taken. */
  messages: { all: string; own: string };
};

/** By owner. */
const takenPlaces = (name: string) =>
  processState(`places-${name}`, () => new Map<string, number>());

/** How many places of this name are taken. */
export function countPlaces(name: string): number {
  return [...takenPlaces(name).values()].reduce((sum, own) => sum + own, 0);
}

/**
 * Takes one of a process's places for callers who occupy something for a while, such as a connection.
 * @param owner the caller who takes it
 * @returns a function that gives it back, once
 * @throws ServiceError temporarily_unavailable with Retry-After if no place is free, or the owner has its maximum
 */
export function takePlace(name: string, owner: string, places: Places): () => void {
  const placesByOwner = takenPlaces(name);
  const placesOfOwner = placesByOwner.get(owner) ?? 0;
  if (placesOfOwner >= places.mostOfOwner) throw unavailable(places, places.messages.own);
  if (countPlaces(name) >= places.most) throw unavailable(places, places.messages.all);
  placesByOwner.set(owner, placesOfOwner + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const rest = (placesByOwner.get(owner) ?? 1) - 1;
    if (rest > 0) placesByOwner.set(owner, rest);
    else placesByOwner.delete(owner);
  };
}

function unavailable({ retrySeconds }: Places, message: string): ServiceError {
  countShedRequests("places");
  const headers = { "retry-after": retryAfter(retrySeconds) };
  return new ServiceError("temporarily_unavailable", message, { headers });
}
