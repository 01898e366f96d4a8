"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ListState } from "../list/list-state";
import { axisTicks, Ticks, Times, useBarTime } from "./chart-axis";
import { FILLS, Legend, Numbers, Tooltip, totalOf } from "./chart-numbers";
import { useChosenBars } from "./use-chosen-bars";

/** One of the things that a chart counts. */
export interface ChartSeries {
  label: string;
  fill: keyof typeof FILLS;
  total?: number;
  /** The rows behind it. */
  href?: string;
}

/** What was counted from a time on: one number for each series. */
export interface ChartBar {
  start: string;
  counts: readonly number[];
}

export interface ChartProps {
  /** What it counts, and for which period. */
  label: string;
  /** From the bottom up. */
  series: readonly ChartSeries[];
  /** Oldest first. */
  bars: readonly ChartBar[];
  /** The length of a bar. */
  hours: number;
  /** True for a large chart with numbers at its side and times below it. */
  axis?: boolean;
  /** The list with the rows behind the bars; a click, a drag, or Enter filters it by time. */
  rows?: { path: string; state?: ListState } | undefined;
}

/** Bars over time. The pointer and the arrow keys choose one; screen readers hear a slider, and have a table. */
export function Chart({ label, series, bars: all, hours, axis = false, rows }: ChartProps) {
  const t = useTranslations("shell.chart");
  const bars = fromFirstCount(all);
  const chosen = useChosenBars(bars, hours, rows);
  const { at, isIn } = chosen;
  const timeOf = useBarTime(hours);
  const sentenceOf = (bar: ChartBar) => {
    const counts = series.map(({ label }, part) =>
      t("count", { label, count: bar.counts[part] ?? 0 }),
    );
    return `${timeOf(bar)}: ${counts.join(", ")}`;
  };
  const highest = Math.max(0, ...bars.map(totalOf));
  const ticks = axis ? axisTicks(highest) : [];
  const top = Math.max(1, ticks.at(-1) ?? highest);
  const current = bars[at ?? bars.length - 1];
  const middle = (((at ?? 0) + 0.5) / bars.length) * 100;
  return (
    <figure className="grid min-w-0 content-end gap-1.5">
      {/* Time runs from left to right in every language. */}
      <div dir="ltr" className="flex gap-2">
        {axis ? <Ticks ticks={ticks} top={top} /> : null}
        <div
          className="relative min-w-0 grow"
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && chosen.hide()}
        >
          <div
            {...chosen.listeners}
            role="slider"
            tabIndex={0}
            aria-label={rows ? t("choosable", { label }) : label}
            aria-valuemin={0}
            aria-valuemax={bars.length - 1}
            aria-valuenow={at ?? bars.length - 1}
            aria-valuetext={current ? sentenceOf(current) : ""}
            className={clsx(
              "relative flex touch-pan-y select-none items-stretch rounded-sm border-border border-b",
              axis ? "h-52" : "h-14",
              rows && "cursor-pointer",
            )}
          >
            {ticks.slice(1).map((tick) => (
              <span
                key={tick}
                className="pointer-events-none absolute inset-x-0 border-line border-t"
                style={{ bottom: `${(tick / top) * 100}%` }}
              />
            ))}
            {bars.map((bar, place) => (
              <div
                key={bar.start}
                className={clsx(
                  "relative flex min-w-0 grow basis-0 flex-col-reverse gap-px px-px",
                  isIn(place) && "bg-brass-soft",
                )}
              >
                {series.map(({ fill }, part) => (
                  <Part
                    key={fill}
                    fill={fill}
                    share={(bar.counts[part] ?? 0) / top}
                    isWide={axis}
                  />
                ))}
              </div>
            ))}
            {at === null ? null : (
              <span
                className="pointer-events-none absolute -top-1 bottom-0 border-ink border-l border-dotted"
                style={{ left: `${middle}%` }}
              />
            )}
          </div>
          {at !== null && current ? (
            <Tooltip
              bar={current}
              series={series}
              middle={middle}
              time={timeOf(current)}
              canChoose={rows !== undefined}
            />
          ) : null}
          {axis ? <Times bars={bars} hours={hours} /> : null}
        </div>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 text-muted text-xs">
        {/* Beside many names there is no room for it. */}
        <figcaption className={series.length > 3 ? "sr-only" : "leading-6"}>{label}</figcaption>
        {series.length > 1 ? <Legend series={series} /> : null}
      </div>
      <Numbers label={label} series={series} bars={bars} timeOf={timeOf} />
    </figure>
  );
}

/** Part of a bar; nothing at all if it counts nothing, and else thick enough to be seen. */
function Part(props: { fill: ChartSeries["fill"]; share: number; isWide: boolean }) {
  const { fill, share, isWide } = props;
  if (share === 0) return null;
  return (
    <span
      className={clsx("block min-h-0.5 shrink-0", isWide && "mx-auto w-4/5", FILLS[fill])}
      style={{ height: `${share * 100}%` }}
    />
  );
}

/** Fewer bars would be as wide as they are high. */
const LEAST_BARS = 6;

function fromFirstCount(bars: readonly ChartBar[]): readonly ChartBar[] {
  const first = bars.findIndex((bar) => totalOf(bar) > 0);
  return first < 0 ? bars : bars.slice(Math.min(first, Math.max(0, bars.length - LEAST_BARS)));
}
