import { useLocale } from "next-intl";
import type { Locale } from "@/lib/core/i18n/locales";
import type { Activity } from "@/lib/requests/schemas";
import { ActivityChart } from "./activity-chart";
import { ActivityLegend } from "./activity-legend";
import type { ActivityBar } from "./activity-series";
import { bucketLabels, countDenied, countIssued } from "./activity-words";

/** A chart of issued, refreshed and denied requests over a period. */
export function ActivityFigure({ activity }: { activity: Activity }) {
  return (
    <figure className="grid gap-3">
      <ActivityChart bars={barsOf(activity, useLocale())} />
      <figcaption>
        <ActivityLegend />
      </figcaption>
    </figure>
  );
}

function barsOf({ buckets, unit }: Activity, locale: Locale): ActivityBar[] {
  const labelOf = bucketLabels(unit, locale);
  return buckets.map((bucket) => ({
    label: labelOf(bucket.start),
    issued: countIssued(bucket),
    refreshed: bucket.refreshed,
    refused: countDenied(bucket),
  }));
}
