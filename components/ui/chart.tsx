"use client";

import clsx from "clsx";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { dateLocales, type Locale } from "@/lib/core/i18n/locales";
import type { ListState } from "../list/list-state";
import { axisTicks } from "./axis-ticks";
import { timeIn, useChosenBars } from "./use-chosen-bars";

/**
 * Neighbours differ in lightness as well as in colour: one is full, the next is light below a line. So they can be
 * told apart without colours, and large areas stay calm.
 */
const FILLS = {
  allowed: "border-primary border-t-2 bg-primary/35",
  denied: "bg-danger",
  deniedSecond: "border-warning border-t-2 bg-warning/30",
  deniedThird: "bg-info",
  deniedOther: "border-border border-t-2 bg-border/30",
} as const;

type ChartFill = keyof typeof FILLS;

/** One of the things that a chart counts. */
export interface ChartSeries {
  label: string;
  fill: ChartFill;
  /** Its total, for the legend. */
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

/**
 * Bars over time. The pointer, a tap, and the arrow keys choose a bar, whose numbers appear at once.
 * Screen readers hear them as the value of a slider.
 */
export function Chart({ label, series, bars, hours, axis = false, rows }: ChartProps) {
  const t = useTranslations("shell.chart");
  const chosen = useChosenBars(bars, hours, rows);
  const { at, isIn } = chosen;
  const words = useBarWords(series, hours);
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
            aria-valuetext={current ? words.sentenceOf(current) : ""}
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
            <Tooltip middle={middle} time={words.timeOf(current)} canChoose={rows !== undefined}>
              <Counts bar={current} series={series} />
            </Tooltip>
          ) : null}
          {axis ? <Times bars={bars} hours={hours} /> : null}
        </div>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 text-muted text-xs">
        {/* Beside many names there is no room for it. */}
        <figcaption className={series.length > 3 ? "sr-only" : "leading-6"}>{label}</figcaption>
        {series.length > 1 ? <Legend series={series} /> : null}
      </div>
    </figure>
  );
}

/** Part of a bar; nothing at all if it counts nothing, and else thick enough to be seen. */
function Part({ fill, share, isWide }: { fill: ChartFill; share: number; isWide: boolean }) {
  if (share === 0) return null;
  return (
    <span
      className={clsx("block min-h-0.5 shrink-0", isWide && "mx-auto w-4/5", FILLS[fill])}
      style={{ height: `${share * 100}%` }}
    />
  );
}

function Mark({ fill }: { fill: ChartFill }) {
  return <span aria-hidden="true" className={clsx("size-2.5 shrink-0", FILLS[fill])} />;
}

function Legend({ series }: Pick<ChartProps, "series">) {
  const t = useTranslations("shell.chart");
  const format = useFormatter();
  return (
    <ul aria-label={t("legend")} className="flex min-w-0 flex-wrap gap-x-4">
      {series.map(({ fill, label, total, href }) => {
        const shown = (
          <>
            <Mark fill={fill} />
            <span className="truncate">
              {label}
              {total === undefined ? null : ` ${format.number(total)}`}
            </span>
          </>
        );
        return (
          <li key={fill} className="min-w-0">
            {href ? (
              <Link
                href={href}
                scroll={false}
                className="flex min-h-6 items-center gap-1.5 hover:text-ink hover:underline"
              >
                {shown}
              </Link>
            ) : (
              <span className="flex min-h-6 items-center gap-1.5">{shown}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface TooltipProps {
  /** Of the bar, in percent of the width. */
  middle: number;
  time: string;
  canChoose: boolean;
  children: ReactNode;
}

/** The numbers of the chosen bar, above it. The pointer can move into it, and Escape closes it. */
function Tooltip({ middle, time, canChoose, children }: TooltipProps) {
  const t = useTranslations("shell.chart");
  return (
    <div
      aria-hidden="true"
      className="absolute bottom-full z-30 grid w-max max-w-full gap-1 rounded border border-line bg-surface px-3 py-2 text-sm shadow-overlay"
      style={{ left: `${middle}%`, transform: `translateX(-${middle}%)` }}
    >
      <span className="font-semibold tabular-nums">{time}</span>
      {children}
      {canChoose ? (
        <span className="text-muted text-xs">
          <span className="pointer-coarse:hidden">{t("click")}</span>
          <span className="hidden pointer-coarse:inline">{t("tap")}</span>
        </span>
      ) : null}
    </div>
  );
}

function Counts({ bar, series }: { bar: ChartBar; series: readonly ChartSeries[] }) {
  const t = useTranslations("shell.chart");
  const format = useFormatter();
  const total = totalOf(bar);
  const denied = series.reduce(
    (sum, { fill }, part) => sum + (fill === "allowed" ? 0 : (bar.counts[part] ?? 0)),
    0,
  );
  return (
    <>
      <span className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2">
        {series
          .map(({ fill, label }, part) => ({ fill, label, count: bar.counts[part] ?? 0 }))
          .filter(({ count, fill }) => count > 0 || fill === "allowed")
          .toReversed()
          .map(({ fill, label, count }) => (
            <span key={fill} className="col-span-3 grid grid-cols-subgrid items-center">
              <Mark fill={fill} />
              <span className="truncate">{label}</span>
              <span className="ps-2 text-end tabular-nums">{format.number(count)}</span>
            </span>
          ))}
      </span>
      {denied > 0 ? (
        <span className="text-danger tabular-nums">{t("denied", { share: denied / total })}</span>
      ) : null}
    </>
  );
}

function Ticks({ ticks, top }: { ticks: readonly number[]; top: number }) {
  const format = useFormatter();
  return (
    <div aria-hidden="true" className="grid h-52 justify-items-end text-muted text-xs tabular-nums">
      {/* Takes the width of the widest number; the others are on top of it. */}
      <span className="invisible h-0">{format.number(top)}</span>
      <div className="relative h-52 w-full">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-0 translate-y-1/2 leading-none"
            style={{ bottom: `${(tick / top) * 100}%` }}
          >
            {format.number(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** How many times fit below a chart on a phone. */
const MAX_TIMES = 5;

function Times({ bars, hours }: Pick<ChartProps, "bars" | "hours">) {
  const format = formatOf(useLocale(), hours < DAY ? CLOCK : CALENDAR);
  const every = Math.ceil(bars.length / MAX_TIMES);
  return (
    <div aria-hidden="true" className="relative h-5 text-muted text-xs tabular-nums">
      {bars.map(({ start }, place) =>
        place % every === 0 ? (
          <span
            key={start}
            className="absolute top-1.5 -translate-x-1/2 whitespace-nowrap leading-none"
            style={{ left: `${((place + 0.5) / bars.length) * 100}%` }}
          >
            {format.format(new Date(start))}
          </span>
        ) : null,
      )}
    </div>
  );
}

const DAY = 24;
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;
const CALENDAR = { day: "numeric", month: "short" } as const;

function formatOf(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(dateLocales[locale], { ...options, timeZone: "UTC" });
}

function totalOf({ counts }: ChartBar): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A bar in words: its time, and the time with all numbers. */
function useBarWords(series: readonly ChartSeries[], hours: number) {
  const t = useTranslations("shell.chart");
  const locale = useLocale();
  const timeOf = (bar: ChartBar) => {
    const start = new Date(bar.start);
    const day = formatOf(locale, { ...CALENDAR, weekday: "short" }).format(start);
    if (hours >= DAY) return day;
    const [from, to] = [start, timeIn(bar, hours)].map((time) =>
      formatOf(locale, CLOCK).format(time),
    );
    return `${day}, ${from}–${to} UTC`;
  };
  const sentenceOf = (bar: ChartBar) => {
    const counts = series.map(({ label }, part) =>
      t("count", { label, count: bar.counts[part] ?? 0 }),
    );
    return `${timeOf(bar)}: ${counts.join(", ")}`;
  };
  return { timeOf, sentenceOf };
}
