import { pool } from "@/lib/core/db/pool";
import type { Metric } from "@/lib/core/metric";

/** How the connection pool of this process is used. */
export function poolMetrics(): Metric[] {
  const { totalCount, idleCount, waitingCount, options } = pool();
  const state = (name: string, value: number) => ({ labels: { state: name }, value });
  return [
    {
      name: "latchkey_database_connections",
      help: "Open database connections of this process.",
      type: "gauge",
      samples: [state("busy", totalCount - idleCount), state("idle", idleCount)],
    },
    {
      name: "latchkey_database_connections_max",
      help: "Database connections that this process may open.",
      type: "gauge",
      samples: [{ value: options.max }],
    },
    {
      name: "latchkey_database_waiting",
      help: "Statements that wait for a database connection.",
      type: "gauge",
      samples: [{ value: waitingCount }],
    },
  ];
}
