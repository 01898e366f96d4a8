import { AggregatorRegistry } from "prom-client";
import { type MetricReport, readMetrics } from "@/lib/core/metrics";
import { processState } from "@/lib/core/process-state";

/** The metrics of one process of this service. */
export type ProcessReport = {
  /** The worker's number; null if there are no workers, and for the process that started them. */
  worker: number | null;
  metrics: readonly MetricReport[];
};

type Collect = () => Promise<readonly ProcessReport[]>;

const state = (): { collect?: Collect } => processState("process-reports", () => ({}));

/** Sets how a process that is one of several gets the reports of all. */
export function collectReportsWith(collect: Collect): void {
  state().collect = collect;
}

/**
 * The reports of all processes that serve together.
 * @param own measures this process, which is the only one unless there are workers
 */
export async function readProcessReports(
  own: () => Promise<readonly MetricReport[]> = readMetrics,
): Promise<readonly ProcessReport[]> {
  const { collect } = state();
  return collect ? collect() : [{ worker: null, metrics: await own() }];
}

/** Reports in Prometheus' text format: each metric once, with the samples of all processes, by the label `worker`. */
export async function renderReports(reports: readonly ProcessReport[]): Promise<string> {
  const labelled = reports.map(({ worker, metrics }) =>
    metrics.map((metric) => ({
      ...metric,
      // No two samples have the same labels, so adding them up changes none.
      aggregator: "sum",
      values: metric.values.map((sample) =>
        worker === null ? sample : { ...sample, labels: { worker, ...sample.labels } },
      ),
    })),
  );
  return AggregatorRegistry.aggregate(labelled).metrics();
}
