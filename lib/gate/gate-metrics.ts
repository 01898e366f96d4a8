import type { Metric } from "@/lib/core/process-reports";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";

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
