import type { Metric } from "@/lib/core/process-reports";
import { callQueue, MAX_WAITING } from "@/lib/gate/calls/call-queue";
import { gateChecks } from "@/lib/gate/calls/count-gate-check";

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
