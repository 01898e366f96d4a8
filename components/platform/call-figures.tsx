import { useTranslations } from "next-intl";
import type { DailyCalls } from "@/lib/platform/object-values";
import { Chart } from "../ui/chart";
import { type Figure, useRequestFigures } from "../ui/figures";

/** Days of the figures, which are compared with as many before; the chart's thirty contain both. */
const WEEK = 7;

/** Calls of the last seven days and how many were denied. @param href the requests behind them */
export function useCallFigures(calls: readonly DailyCalls[], href?: string): Figure[] {
  const t = useTranslations("platform.object");
  const { compare, allowed } = useRequestFigures();
  const [now, before] = [sum(calls.slice(-WEEK)), sum(calls.slice(-2 * WEEK, -WEEK))];
  return [
    { ...compare(t("calls"), now.all, before.all), ...(href && { href }) },
    {
      ...compare(t("denied"), now.denied, before.denied),
      isBad: now.denied > 2 * before.denied,
      ...(href && { href: `${href}&denied=true` }),
    },
    ...allowed(t("allowed"), t("allowedWhat"), now, before),
  ];
}

interface CallChartProps {
  calls: readonly DailyCalls[];
  /** The filter of the log that shows their requests. */
  filter?: { client_id: string } | { company_id: string };
}

/** The calls of each shown day, with those that were denied; nothing without any. */
export function CallChart({ calls, filter }: CallChartProps) {
  const t = useTranslations("platform.object");
  if (sum(calls).all === 0) return null;
  return (
    <Chart
      label={t("callsChart")}
      series={[
        { label: t("allowedCalls"), fill: "allowed" },
        { label: t("denied"), fill: "denied" },
      ]}
      bars={calls.map(({ day, calls: count, denied }) => ({
        start: day,
        counts: [count - denied, denied],
      }))}
      hours={24}
      rows={filter && { path: "/platform/requests", state: filter }}
    />
  );
}

function sum(days: readonly DailyCalls[]): { all: number; denied: number } {
  return {
    all: days.reduce((total, { calls }) => total + calls, 0),
    denied: days.reduce((total, { denied }) => total + denied, 0),
  };
}
