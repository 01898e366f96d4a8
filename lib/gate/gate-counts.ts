import { processState } from "@/lib/kernel/process-state";

/** How checks ended since the process started. `unknown`: without a token that this installation knows. */
export type GateCounts = { allowed: number; denied: number; unknown: number };

const counts = () =>
  processState("gate-counts", (): GateCounts => ({ allowed: 0, denied: 0, unknown: 0 }));

/** Counts a check that a valid gate key asked for. */
export function countCheck(outcome: keyof GateCounts): void {
  counts()[outcome] += 1;
}

/** How the checks of this process ended so far. */
export function gateCounts(): Readonly<GateCounts> {
  return counts();
}
