import { useTranslations } from "next-intl";
import { useId } from "react";
import { activitySeries } from "./activity-series";
import { SeriesPattern } from "./series-pattern";

/** The meaning of each pattern. */
export function ActivityLegend() {
  const t = useTranslations("activity.series");
  const id = useId();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {activitySeries.map((series) => (
        <li key={series.key} className="flex items-center gap-2">
          <svg width="16" height="16" aria-hidden="true">
            <defs>
              <SeriesPattern id={`${id}-${series.key}`} series={series} />
            </defs>
            <rect
              x="0.5"
              y="0.5"
              width="15"
              height="15"
              rx="2"
              fill={`url(#${id}-${series.key})`}
              stroke={series.color}
            />
          </svg>
          {t(series.key)}
        </li>
      ))}
    </ul>
  );
}
