import { poolMetrics } from "@/lib/core/db/pool-metrics";
import type { Metric } from "@/lib/core/metric";
import { callMetrics } from "@/lib/gate/calls/call-metrics";
import { gateMetrics } from "@/lib/gate/gate-metrics";

/** Everything that this process measures. */
export function ownMetrics(): Metric[] {
  return [...callMetrics(), ...gateMetrics(), ...poolMetrics()];
}
