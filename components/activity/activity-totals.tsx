import { useFormatter, useTranslations } from "next-intl";
import type { Activity } from "@/lib/activity/schemas";
import { Timestamp } from "../ui/timestamp";
import { countIssued, countRefused } from "./activity-words";

/** The totals of a period. */
export function ActivityTotals({ activity }: { activity: Activity }) {
  const t = useTranslations("activity");
  const { totals, last_call_at: lastCallAt } = activity;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      <Figure label={t("series.issued")} count={countIssued(totals)} />
      <Figure label={t("series.refreshed")} count={totals.refreshed} />
      <Figure label={t("series.refused")} count={countRefused(totals)} />
      <div className="grid content-start gap-0.5">
        <dt className="text-muted text-sm">{t("totals.lastCall")}</dt>
        <dd className="leading-8">
          {lastCallAt ? <Timestamp value={lastCallAt} /> : t("totals.never")}
        </dd>
      </div>
    </dl>
  );
}

function Figure({ label, count }: { label: string; count: number }) {
  const format = useFormatter();
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums">{format.number(count)}</dd>
    </div>
  );
}
