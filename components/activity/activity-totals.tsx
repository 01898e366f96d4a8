import { useFormatter, useTranslations } from "next-intl";
import type { Activity, ActivityCounts } from "@/lib/requests/schemas";
import { Timestamp } from "../ui/timestamp";
import { countDenied, countIssued } from "./activity-words";

export interface ActivityTotalsProps {
  activity: Activity;
  /** Totals of the period before, to compare with. */
  previous?: ActivityCounts;
}

/** The totals of a period, and how they changed. */
export function ActivityTotals({ activity, previous }: ActivityTotalsProps) {
  const t = useTranslations("activity");
  const { totals, last_call_at: lastCallAt } = activity;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      <Figure
        label={t("series.issued")}
        count={countIssued(totals)}
        before={previous && countIssued(previous)}
      />
      <Figure label={t("series.refreshed")} count={totals.refreshed} before={previous?.refreshed} />
      <Figure
        label={t("series.refused")}
        count={countDenied(totals)}
        before={previous && countDenied(previous)}
      />
      <div className="grid content-start gap-0.5">
        <dt className="text-muted text-sm">{t("totals.lastCall")}</dt>
        <dd className="leading-8">
          {lastCallAt ? <Timestamp value={lastCallAt} /> : t("totals.noCalls")}
        </dd>
      </div>
    </dl>
  );
}

interface FigureProps {
  label: string;
  count: number;
  /** In the period before; missing if it is not compared. */
  before: number | undefined;
}

function Figure({ label, count, before }: FigureProps) {
  const format = useFormatter();
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums">{format.number(count)}</dd>
      {before === undefined ? null : <Change count={count} before={before} />}
    </div>
  );
}

/** How a count differs from that of the period before. */
function Change({ count, before }: { count: number; before: number }) {
  const t = useTranslations("activity.totals");
  if (before === 0 && count === 0) return null;
  return (
    <dd className="text-muted text-sm tabular-nums">
      {before === 0 ? t("noneBefore") : t("change", { change: (count - before) / before, before })}
    </dd>
  );
}
