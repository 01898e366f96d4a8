import { useTranslations } from "next-intl";
import { useId } from "react";

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

/** The series that the chart stacks, from the bottom up. Patterns tell them apart as well as colours. */
export const activitySeries = [
  { key: "issued", color: "var(--success)", pattern: "plain" },
  { key: "refreshed", color: "var(--info)", pattern: "stripes" },
  { key: "refused", color: "var(--danger)", pattern: "dots" },
] as const;

type ActivitySeries = (typeof activitySeries)[number];

/** One bar of the chart. */
export type ActivityBar = { label: string } & Record<ActivitySeries["key"], number>;

/** The definition of a series' pattern, for SVG that fills with `url(#id)`. */
export function SeriesPattern({ id, series }: { id: string; series: ActivitySeries }) {
  const { color, pattern } = series;
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      {pattern === "plain" ? <rect width="6" height="6" fill={color} /> : null}
      {pattern === "stripes" ? (
        <path d="M-1 1 1 -1 M0 6 6 0 M5 7 7 5" stroke={color} strokeWidth="2.5" />
      ) : null}
      {pattern === "dots" ? <circle cx="3" cy="3" r="2" fill={color} /> : null}
    </pattern>
  );
}
