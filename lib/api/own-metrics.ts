import { callMetrics } from "@/lib/calls/call-metrics";
import { gateMetrics } from "@/lib/gate/gate-metrics";
import { poolMetrics } from "@/lib/kernel/db/pool-metrics";
import type { Metric } from "@/lib/kernel/metric";

/** Everything that this process measures. */
export function ownMetrics(): Metric[] {
  return [...callMetrics(), ...gateMetrics(), ...poolMetrics()];
}
