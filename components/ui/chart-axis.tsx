import { useFormatter, useLocale } from "next-intl";
import { dateLocales, type Locale } from "@/lib/core/i18n/locales";
import type { ChartBar, ChartProps } from "./chart";
import { timeIn } from "./use-chosen-bars";

/** More lines than this make a chart harder to read, not easier. */
const MAX_STEPS = 4;

/** Round numbers from 0 to the first not below `most`, in equal steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(most: number): number[] {
  const step = stepFor(Math.max(1, most));
  const count = Math.ceil(Math.max(1, most) / step);
  return Array.from({ length: count + 1 }, (_, position) => position * step);
}

function stepFor(most: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((one) => one * MAX_STEPS >= most);
    if (step !== undefined) return step;
  }
}

/** The numbers beside a large chart. */
export function Ticks({ ticks, top }: { ticks: readonly number[]; top: number }) {
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

/** The times below a large chart. */
export function Times({ bars, hours }: Pick<ChartProps, "bars" | "hours">) {
  const format = formatOf(useLocale(), clockFor(hours * bars.length));
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

/** How to tell the bars of so many hours apart. */
function clockFor(hours: number): Intl.DateTimeFormatOptions {
  if (hours > 2 * DAY) return CALENDAR;
  return hours > DAY ? { ...CLOCK, weekday: "short" } : CLOCK;
}

function formatOf(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(dateLocales[locale], { ...options, timeZone: "UTC" });
}

/** Says when a bar is. @param hours its length */
export function useBarTime(hours: number): (bar: ChartBar) => string {
  const locale = useLocale();
  return (bar) => {
    const start = new Date(bar.start);
    const day = formatOf(locale, { ...CALENDAR, weekday: "short" }).format(start);
    if (hours >= DAY) return day;
    const [from, to] = [start, timeIn(bar, hours)].map((time) =>
      formatOf(locale, CLOCK).format(time),
    );
    return `${day}, ${from}–${to} UTC`;
  };
}
