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
