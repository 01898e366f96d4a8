import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { Metric } from "@/lib/core/process-reports";
import { processState } from "@/lib/core/process-state";
import { callQueue, MAX_WAITING } from "@/lib/gate/calls/call-queue";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";

/** The numbers of calls that this process has stored, buffered, and lost, and the decisions of its gate. */
export function callMetrics(): Metric[] {
  const { waiting, written, lost, flushes, flushSeconds } = callQueue();
  return [
    gauge("latchkey_calls_waiting", "Calls that wait to be stored in the API log.", waiting.length),
    gauge("latchkey_calls_waiting_max", "Calls that may wait; more are lost.", MAX_WAITING),
    counter("latchkey_calls_stored_total", "Calls stored in the API log.", written),
    counter("latchkey_calls_lost_total", "Calls that the API log will never have.", lost),
    {
      name: "latchkey_calls_flush_seconds",
      help: "Time taken to store a batch of calls.",
      type: "summary",
      samples: [
        { suffix: "_sum", value: flushSeconds },
        { suffix: "_count", value: flushes },
      ],
    },
    gateCheckMetric(),
  ];
}

/** Name of {@link gateCheckMetric}. */
export const GATE_CHECKS = "latchkey_gate_checks_total";

/** The number of decisions of this process's gate, by outcome. */
export function gateCheckMetric(): Metric {
  return {
    name: GATE_CHECKS,
    help: "Requests that the gate checked, by outcome: allowed, or the check that failed.",
    type: "counter",
    samples: [...gateChecks()].map(([outcome, value]) => ({ labels: { outcome }, value })),
  };
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "gauge",
  samples: [{ value }],
});

const counter = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "counter",
  samples: [{ value }],
});

/** How the gate decided about a request. */
type GateOutcome = "allowed" | CheckName;

/** The checks of this process's gate since the start, by outcome. */
const gateChecks = (): Map<GateOutcome, number> => processState("gate-checks", () => new Map());

/** Counts a request that the gate checked, for `GET /metrics`. */
export function countGateCheck(outcome: GateOutcome): void {
  const checks = gateChecks();
  checks.set(outcome, (checks.get(outcome) ?? 0) + 1);
}

/** The rules of this process's gate. */
export function gateMetrics(): Metric[] {
  const { rules, problem } = rulesInForce();
  return [
    {
      name: "latchkey_gate_rules",
      help: "Rules of the gate in force.",
      type: "gauge",
      samples: [{ value: rules.length }],
    },
    {
      name: "latchkey_gate_rules_outdated",
      help: "1 while the rules file cannot be used and older rules stay in force, else 0.",
      type: "gauge",
      samples: [{ value: problem ? 1 : 0 }],
    },
  ];
}
