import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { ChartBar, ChartProps, ChartSeries } from "./chart";

/** Neighbours differ in lightness too, so that they can be told apart without colours. */
export const FILLS = {
  allowed: "border-primary border-t-2 bg-primary/35",
  denied: "bg-danger",
  deniedSecond: "border-warning border-t-2 bg-warning/30",
  deniedThird: "bg-info",
  deniedOther: "border-border border-t-2 bg-border/30",
} as const;

function Mark({ fill }: Pick<ChartSeries, "fill">) {
  return <span aria-hidden="true" className={clsx("size-2.5 shrink-0", FILLS[fill])} />;
}

const LABEL = "flex min-h-6 items-center gap-1.5";

/** What the colours mean, with totals and the rows behind them. */
export function Legend({ series }: Pick<ChartProps, "series">) {
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
                className={clsx(LABEL, "hover:text-ink hover:underline")}
              >
                {shown}
              </Link>
            ) : (
              <span className={LABEL}>{shown}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface TooltipProps extends Pick<ChartProps, "series"> {
  bar: ChartBar;
  /** Of the bar, in percent of the width. */
  middle: number;
  time: string;
  canChoose: boolean;
}

/** The numbers of the chosen bar, above it. The pointer can move into it, and Escape closes it. */
export function Tooltip({ bar, series, middle, time, canChoose }: TooltipProps) {
  const t = useTranslations("shell.chart");
  const format = useFormatter();
  const parts = series.map(({ fill, label }, part) => ({
    fill,
    label,
    count: bar.counts[part] ?? 0,
  }));
  const denied = parts.reduce((sum, { fill, count }) => sum + (fill === "allowed" ? 0 : count), 0);
  return (
    <div
      aria-hidden="true"
      className="absolute bottom-full z-30 grid w-max max-w-full gap-1 rounded border border-line bg-surface px-3 py-2 text-sm shadow-overlay"
      style={{ left: `${middle}%`, transform: `translateX(-${middle}%)` }}
    >
      <span className="font-semibold tabular-nums">{time}</span>
      <span className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2">
        {parts
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
        <span className="text-danger tabular-nums">
          {t("denied", { share: denied / totalOf(bar) })}
        </span>
      ) : null}
      {canChoose ? (
        <span className="text-muted text-xs">
          <span className="pointer-coarse:hidden">{t("click")}</span>
          <span className="hidden pointer-coarse:inline">{t("tap")}</span>
        </span>
      ) : null}
    </div>
  );
}

interface NumbersProps extends Pick<ChartProps, "label" | "series" | "bars"> {
  timeOf: (bar: ChartBar) => string;
}

/** All numbers, for screen readers. */
export function Numbers({ label, series, bars, timeOf }: NumbersProps) {
  const t = useTranslations("shell.chart");
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t("time")}</th>
            {series.map(({ fill, label }) => (
              <th key={fill} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.start}>
              <th scope="row">{timeOf(bar)}</th>
              {series.map(({ fill }, part) => (
                <td key={fill}>{bar.counts[part]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a bar counts in all. */
export function totalOf({ counts }: ChartBar): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
