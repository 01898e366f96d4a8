import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processState } from "@/lib/core/process/process-state";

/** Sets a gauge to what it measures, before it is read. */
type Collect<Label extends string> = (gauge: Gauge<Label>) => void | Promise<void>;

/** A metric and its labels, each with few values, which this program chooses: no secrets and no ids. */
type Description<Label extends string> = { name: string; help: string; labels?: readonly Label[] };

const registry = (): Registry => processState("metrics", () => new Registry());

/** So that a metric that nothing has counted yet is reported as well. */
const declared: (() => unknown)[] = [];

function declare<Label extends string, M>(
  { name, help, labels = [] }: Description<Label>,
  make: (config: {
    name: string;
    help: string;
    labelNames: readonly Label[];
    registers: Registry[];
  }) => M,
): () => M {
  const metric = () =>
    processState(`metric ${name}`, () =>
      make({ name, help, labelNames: labels, registers: [registry()] }),
    );
  declared.push(metric);
  return metric;
}

/**
 * Declares a number that only grows, whose name ends in `_total`.
 * @param zeros samples that exist from the start: `increase` misses the first count of all others, so alerts need them
 */
export function counter<Label extends string>(
  description: Description<Label>,
  zeros: readonly Readonly<Record<Label, string>>[] = [],
): () => Counter<Label> {
  return declare(description, (config) => {
    const metric = new Counter(config);
    for (const labels of zeros) metric.inc(labels, 0);
    return metric;
  });
}

/** Declares a number that goes up and down. */
export function gauge<Label extends string>(
  description: Description<Label>,
  collect?: Collect<Label>,
): () => Gauge<Label> {
  return declare(
    description,
    (config) =>
      new Gauge({
        ...config,
        ...(collect && {
          collect(this: Gauge<Label>) {
            return collect(this);
          },
        }),
      }),
  );
}

const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Declares durations in seconds, whose name ends in `_seconds`. */
export function durations<Label extends string>(
  description: Description<Label>,
): () => Histogram<Label> {
  return declare(description, (config) => new Histogram({ ...config, buckets: SECONDS }));
}

/** Gauges of prom-client that are named like counters. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** Measures memory, CPU, event loop, and garbage collection of this process from now on. */
export function measureProcess(): void {
  processState("process-metrics", () => {
    collectDefaultMetrics({ register: registry() });
    for (const name of MISNAMED) registry().removeSingleMetric(name);
    return true;
  });
}

/** Everything that this process measures, in Prometheus' text format. */
export function readMetrics(): Promise<string> {
  for (const metric of declared) metric();
  return registry().metrics();
}
