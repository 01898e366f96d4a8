import type { Metric } from "@/lib/core/process-reports";

export function groupMetrics(count: number, replaced: number): Metric[] {
  return [
    {
      name: "latchkey_workers",
      help: "Processes that serve requests.",
      type: "gauge",
      samples: [{ value: count }],
    },
    {
      name: "latchkey_workers_replaced_total",
      help: "Workers that ended unexpectedly and were replaced.",
      type: "counter",
      samples: [{ value: replaced }],
    },
  ];
}
