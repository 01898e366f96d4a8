import { readMetrics } from "@/lib/core/metrics";

/** The value of a metric of this process with these labels; 0 if nothing has been measured yet. */
export async function metricValue(name: string, labels: object = {}): Promise<number> {
  const metric = (await readMetrics()).find((each) => each.name === name);
  if (!metric) throw new Error(`No module that this test loads declares the metric ${name}`);
  const wanted = JSON.stringify(Object.entries(labels).sort());
  const sample = metric.values.find(
    (each) => JSON.stringify(Object.entries(each.labels).sort()) === wanted,
  );
  return sample?.value ?? 0;
}
