import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import type { Locale } from "@/lib/core/i18n/locales";
import type { Activity } from "@/lib/requests/schemas";
import { type ActivityBar, ActivityLegend, activitySeries, SeriesPattern } from "./activity-series";
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

/** How many bar labels fit on a phone. */
const MOST_LABELS = 5;
/** Share of the space of a bar, in percent. */
const BAR_WIDTH = 76;

/**
 * A bar chart of issued, refreshed and denied requests, rendered on the server. It needs no JavaScript and never
 * moves. The table next to it has the numbers.
 */
function ActivityChart({ bars }: { bars: readonly ActivityBar[] }) {
  const format = useFormatter();
  const ticks = axisTicks(Math.max(0, ...bars.map(totalOf)));
  const top = ticks.at(-1) ?? 1;
  return (
    // Time runs from left to right in every language.
    <div
      dir="ltr"
      aria-hidden="true"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-2 text-muted text-xs tabular-nums"
    >
      <div className="grid justify-items-end">
        {/* Takes the width of the widest number; the others are on top of it. */}
        <span className="invisible h-0">{format.number(top)}</span>
        <div className="relative h-52 w-full">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2 leading-none"
              style={{ bottom: percent(tick / top) }}
            >
              {format.number(tick)}
            </span>
          ))}
        </div>
      </div>
      <Plot bars={bars} ticks={ticks} top={top} />
      <div className="relative col-start-2 h-6">
        {labelledBars(bars).map(({ label, middle }) => (
          <span
            key={label}
            className="absolute top-1.5 -translate-x-1/2 whitespace-nowrap leading-none"
            style={{ left: percent(middle) }}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

interface PlotProps {
  bars: readonly ActivityBar[];
  ticks: readonly number[];
  /** The value at the upper edge. */
  top: number;
}

function Plot({ bars, ticks, top }: PlotProps) {
  const t = useTranslations("activity.series");
  const id = useId();
  const room = 1 / bars.length;
  return (
    <svg className="h-52 w-full overflow-visible" role="presentation">
      <defs>
        {activitySeries.map((series) => (
          <SeriesPattern key={series.key} id={`${id}-${series.key}`} series={series} />
        ))}
      </defs>
      {ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2="100%"
          y1={percent(1 - tick / top)}
          y2={percent(1 - tick / top)}
          className={tick === 0 ? "stroke-border" : "stroke-line"}
        />
      ))}
      {bars.map((bar, position) => (
        <g key={bar.label}>
          <title>{describeBar(t, bar)}</title>
          <rect
            x={percent(position * room)}
            width={percent(room)}
            height="100%"
            className="fill-transparent hover:fill-hover"
          />
          {stack(bar).map(({ key, color, count, below }) => (
            <rect
              key={key}
              x={percent((position + (1 - BAR_WIDTH / 100) / 2) * room)}
              width={percent((room * BAR_WIDTH) / 100)}
              y={percent(1 - (below + count) / top)}
              height={percent(count / top)}
              fill={`url(#${id}-${key})`}
              stroke={color}
              className="pointer-events-none"
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** The parts of a bar that are not empty, from the bottom up, each with the sum of those below. */
function stack(bar: ActivityBar) {
  return activitySeries
    .map((series, position) => ({
      ...series,
      count: bar[series.key],
      below: activitySeries.slice(0, position).reduce((sum, { key }) => sum + bar[key], 0),
    }))
    .filter(({ count }) => count > 0);
}

function totalOf(bar: ActivityBar): number {
  return activitySeries.reduce((sum, { key }) => sum + bar[key], 0);
}

function describeBar(
  t: ReturnType<typeof useTranslations<"activity.series">>,
  bar: ActivityBar,
): string {
  const counts = activitySeries.map(({ key }) => t("bar", { series: t(key), count: bar[key] }));
  return [bar.label, ...counts].join("\n");
}

/** Every n-th bar, starting with the first, with its centre. */
function labelledBars(bars: readonly ActivityBar[]) {
  const every = Math.ceil(bars.length / MOST_LABELS);
  return bars
    .map(({ label }, position) => ({ label, middle: (position + 0.5) / bars.length }))
    .filter((_, position) => position % every === 0);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)}%`;
}

/** More lines than this make a chart harder to read, not easier. */
const MOST_STEPS = 4;

/**
 * Round numbers from 0 to the first one not below `most`, in equal steps of 1, 2 or 5 times a power of ten.
 * @param most the largest count that is shown, not negative
 */
export function axisTicks(most: number): number[] {
  const step = stepFor(Math.max(1, most));
  const count = Math.ceil(Math.max(1, most) / step);
  return Array.from({ length: count + 1 }, (_, position) => position * step);
}

function stepFor(most: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((one) => one * MOST_STEPS >= most);
    if (step !== undefined) return step;
  }
}
