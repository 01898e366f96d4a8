import { readMetrics } from "@/lib/core/telemetry/metrics";

/** The value of a metric of this process with these labels (a bucket has `le`); 0 if nothing has been measured yet. */
export async function metricValue(name: string, labels: object = {}): Promise<number> {
  const text = await readMetrics();
  if (!text.includes(`# TYPE ${name} `)) {
    throw new Error(`No module that this test loads declares the metric ${name}`);
  }
  const wantedLabels = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const samples = text.matchAll(new RegExp(`^${name}(?:_bucket)?(?:\\{(.*)\\})? (\\S+)$`, "gm"));
  for (const [, sampleLabels = "", value] of samples) {
    if (sampleLabels.split(",").sort().join() === wantedLabels.sort().join()) return Number(value);
  }
  return 0;
}
