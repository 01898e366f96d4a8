import { useFormatter, useTranslations } from "next-intl";
import type { DailyCalls } from "@/lib/platform/object-values";
import { DayBars } from "./day-bars";
import type { Figure } from "./object-page";

/** Days of the figures, which the chart's thirty contain. */
const WEEK = 7;

/** Calls of the last seven days and the share that was denied. @param href the requests behind them */
export function useCallFigures(calls: readonly DailyCalls[], href?: string): Figure[] {
  const t = useTranslations("platform.object");
  const format = useFormatter();
  const { count, denied } = sum(calls.slice(-WEEK));
  const leads = href && { href };
  return [
    { label: t("calls"), value: format.number(count), note: t("week"), ...leads },
    {
      label: t("denied"),
      value:
        count === 0
          ? "–"
          : format.number(denied / count, { style: "percent", maximumFractionDigits: 1 }),
      note: t("deniedCalls", { denied }),
      ...(leads && { href: `${leads.href}&denied=true` }),
    },
  ];
}

/** The calls of each shown day, with those that were denied. */
export function CallBars({ calls }: { calls: readonly DailyCalls[] }) {
  const t = useTranslations("platform.object");
  const { count, denied } = sum(calls);
  return (
    <DayBars
      title={t("callsChart")}
      summary={t("callsSummary", { count, denied })}
      days={calls.map(({ day, calls: all, denied: marked }) => ({ day, count: all, marked }))}
    />
  );
}

function sum(days: readonly DailyCalls[]): { count: number; denied: number } {
  return {
    count: days.reduce((total, { calls }) => total + calls, 0),
    denied: days.reduce((total, { denied }) => total + denied, 0),
  };
}
