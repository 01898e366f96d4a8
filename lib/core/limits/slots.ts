import { ServiceError } from "@/lib/core/errors";
import { retryLater } from "@/lib/core/http/responses";
import { processState } from "@/lib/core/process/process-state";
import { countShedRequests } from "@/lib/core/telemetry/shed-requests";

/** How many slots a process has, and the messages for callers who get none. */
type SlotLimits = {
  /** In total; unlimited if omitted. */
  max?: { slots: number; message: string };
  maxPerOwner: { slots: number; message: string };
  /** Seconds until it makes sense to try again. */
  retrySeconds: number;
};

/** The slots of a process for work that lasts, such as a live connection or an upload. @param name unique */
export function slots(name: string, { max, maxPerOwner, retrySeconds }: SlotLimits) {
  const countByOwner = () => processState(`slots-${name}`, () => new Map<string, number>());
  const count = () => [...countByOwner().values()].reduce((sum, own) => sum + own, 0);

  const unavailable = (message: string) => {
    countShedRequests("slots");
    return new ServiceError("temporarily_unavailable", message, retryLater(retrySeconds));
  };

  return {
    count,
    /**
     * Takes a slot for a caller.
     * @returns a function that gives it back, once
     * @throws ServiceError temporarily_unavailable with Retry-After if no slot is free, or the caller has its maximum
     */
    acquire(owner: string): () => void {
      const counts = countByOwner();
      const own = counts.get(owner) ?? 0;
      if (own >= maxPerOwner.slots) throw unavailable(maxPerOwner.message);
      if (max && count() >= max.slots) throw unavailable(max.message);
      counts.set(owner, own + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const rest = (counts.get(owner) ?? 1) - 1;
        if (rest > 0) counts.set(owner, rest);
        else counts.delete(owner);
      };
    },
  };
}
