import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { counter, gauge } from "@/lib/core/telemetry/metrics";
import { callQueue, MAX_WAITING } from "@/lib/gate/calls/call-queue";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";

gauge(
  { name: "latchkey_calls_waiting", help: "Calls that wait to be stored in the API log." },
  (waiting) => waiting.set(callQueue().waiting.length),
);
gauge({ name: "latchkey_calls_waiting_max", help: "Calls that may wait; more are lost." }, (most) =>
  most.set(MAX_WAITING),
);
gauge({ name: "latchkey_gate_rules", help: "Rules of the gate in force." }, (rules) =>
  rules.set(rulesInForce().rules.length),
);
gauge(
  {
    name: "latchkey_gate_rules_outdated",
    help: "1 while the rules file cannot be used and older rules stay in force, else 0.",
  },
  (outdated) => outdated.set(rulesInForce().problem ? 1 : 0),
);

type GateOutcome = "allowed" | CheckName;

const gateChecks = counter(
  {
    name: "latchkey_gate_checks_total",
    help: "Requests that the gate checked, by outcome: allowed, or the check that failed.",
    labels: ["outcome"],
  },
  [{ outcome: "allowed" }, { outcome: "client_authentication" }],
);

export function countGateCheck(outcome: GateOutcome): void {
  gateChecks().inc({ outcome });
}
