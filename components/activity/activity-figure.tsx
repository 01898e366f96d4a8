import type { Activity } from "@/lib/activity/schemas";
import { ActivityLegend } from "./activity-legend";
import type { ActivityBar } from "./activity-series";
import { bucketLabel, countIssued, countRefused } from "./activity-words";
import { LazyActivityChart } from "./lazy-activity-chart";

/** What was issued, refreshed and refused over a window, as a picture. */
export function ActivityFigure({ activity }: { activity: Activity }) {
  return (
    <figure className="grid gap-3">
      <LazyActivityChart bars={barsOf(activity)} />
      <figcaption className="grid gap-1 noscript:hidden">
        <ActivityLegend />
      </figcaption>
    </figure>
  );
}

function barsOf({ buckets, unit }: Activity): ActivityBar[] {
  return buckets.map((bucket) => ({
    label: bucketLabel(bucket.start, unit),
    issued: countIssued(bucket),
    refreshed: bucket.refreshed,
    refused: countRefused(bucket),
  }));
}
