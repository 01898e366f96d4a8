import { processState } from "@/lib/core/process-state";

/** The metrics of one process of this service. */
export type ProcessReport = {
  /** The worker's number; null if there are no workers, and for the process that started them. */
  worker: number | null;
  metrics: readonly Metric[];
};

type Collect = () => Promise<readonly ProcessReport[]>;

const state = (): { collect?: Collect } => processState("process-reports", () => ({}));

/** Sets how a worker gets the reports of all processes. */
export function collectReportsWith(collect: Collect): void {
  state().collect = collect;
}

/**
 * The reports of all processes that serve together.
 * @param own measures this process, which is the only one unless it is a worker
 */
export async function readProcessReports(
  own: () => readonly Metric[],
): Promise<readonly ProcessReport[]> {
  const { collect } = state();
  return collect ? collect() : [{ worker: null, metrics: own() }];
}

/** A measurement of this process. Names and labels contain nothing secret and no ids. */
export type Metric = {
  /** In snake_case with its unit, such as `latchkey_calls_lost_total`. */
  name: string;
  help: string;
  /** A counter only grows; a summary has the samples `_sum` and `_count`. */
  type: "counter" | "gauge" | "summary";
  samples: readonly Sample[];
};

/** One value of a metric. */
export type Sample = {
  suffix?: "_sum" | "_count";
  labels?: Readonly<Record<string, string>>;
  value: number;
};
