import type { ActivityCount, BucketRow, Span } from "@/lib/requests/repository";
import type {
  Activity,
  ActivityBucket,
  ActivityCounts,
  ActivityWindow,
} from "@/lib/requests/schemas";

/** What each window counts by. */
export const windowSpans: Readonly<Record<ActivityWindow, Span>> = {
  "24h": { unit: "hour", buckets: 24 },
  "7d": { unit: "day", buckets: 7 },
  "30d": { unit: "day", buckets: 30 },
};

/**
 * The counts in the format of the API.
 * @param rows as counted for the window, at least one
 */
export function summarizeActivity(window: ActivityWindow, rows: readonly BucketRow[]): Activity {
  const buckets = rows.map(toBucket);
  const totals = noCounts();
  for (const bucket of buckets) add(totals, bucket);
  return {
    window,
    unit: windowSpans[window].unit,
    buckets,
    totals,
    last_call_at: rows[0]?.lastCallAt?.toISOString() ?? null,
  };
}

function toBucket({ start, counted }: Pick<BucketRow, "start" | "counted">): ActivityBucket {
  return { start: start.toISOString(), ...summarizeCounts(counted) };
}

/** Counts of a period in the format of the API. */
export function summarizeCounts(counted: readonly ActivityCount[]): ActivityCounts {
  const counts = noCounts();
  for (const { outcome, reason, count } of counted) {
    if (outcome === "refreshed") counts.refreshed += count;
    else if (outcome === "refused") increase(counts.refused, reason, count);
    else if (isIssuedKind(reason)) counts.issued[reason] += count;
  }
  return counts;
}

const issuedKinds = ["code", "offline", "online", "client_credentials"] as const;

function isIssuedKind(reason: string): reason is (typeof issuedKinds)[number] {
  return issuedKinds.some((kind) => kind === reason);
}

function noCounts(): ActivityCounts {
  return {
    issued: { code: 0, offline: 0, online: 0, client_credentials: 0 },
    refreshed: 0,
    refused: {},
  };
}

function add(totals: ActivityCounts, { issued, refreshed, refused }: ActivityCounts): void {
  for (const kind of issuedKinds) totals.issued[kind] += issued[kind];
  totals.refreshed += refreshed;
  for (const [reason, count] of Object.entries(refused)) increase(totals.refused, reason, count);
}

function increase(counts: Record<string, number>, name: string, by: number): void {
  counts[name] = (counts[name] ?? 0) + by;
}
