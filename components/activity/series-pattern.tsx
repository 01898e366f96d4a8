import type { ActivitySeries } from "./activity-series";

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
