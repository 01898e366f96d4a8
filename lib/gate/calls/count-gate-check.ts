import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { processState } from "@/lib/core/process-state";

/** How the gate decided about a request. */
export type GateOutcome = "allowed" | CheckName;

/** The checks of this process's gate since the start, by outcome. */
export const gateChecks = (): Map<GateOutcome, number> =>
  processState("gate-checks", () => new Map());

/** Counts a request that the gate checked, for `GET /metrics`. */
export function countGateCheck(outcome: GateOutcome): void {
  const checks = gateChecks();
  checks.set(outcome, (checks.get(outcome) ?? 0) + 1);
}
