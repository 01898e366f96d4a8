import { useTranslations } from "next-intl";
import type { Activity, ActivityCounts } from "@/lib/requests/schemas";
import { Chart } from "../ui/chart";
import { Disclosure } from "../ui/disclosure";
import { FigureList, useRequestFigures } from "../ui/figures";
import { RelativeTime } from "../ui/timestamp";
import { ActivityTable } from "./activity-table";
import { countAll, countDenied, countIssued } from "./activity-words";

export interface ActivitySummaryProps {
  activity: Activity;
  /** Totals of the period before, to compare with. */
  previous: ActivityCounts;
  /** The list of the requests behind the chart. */
  requestsPath: string;
}

/** The figures of a period, and its chart with the numbers behind it, or a sentence if nothing happened. */
export function ActivitySummary({ activity, previous, requestsPath }: ActivitySummaryProps) {
  const t = useTranslations("activity");
  const { compare, allowed } = useRequestFigures();
  const { totals, last_call_at: lastCallAt, buckets, unit, window } = activity;
  const [denied, deniedBefore] = [countDenied(totals), countDenied(previous)];
  const now = { all: countAll(totals), denied };
  const before = { all: countAll(previous), denied: deniedBefore };
  return (
    <div className="grid gap-6">
      <FigureList
        figures={[
          allowed(t("totals.allowed"), now, before),
          {
            ...compare(t("series.refused"), denied, deniedBefore),
            isBad: before.all > 0 && denied > deniedBefore,
          },
          compare(t("series.issued"), countIssued(totals), countIssued(previous)),
          compare(t("series.refreshed"), totals.refreshed, previous.refreshed),
          {
            label: t("totals.lastCall"),
            value: lastCallAt ? <RelativeTime value={lastCallAt} /> : t("totals.noCalls"),
          },
        ]}
      />
      {now.all === 0 ? (
        <p className="text-muted">{t("client.quiet")}</p>
      ) : (
        <>
          <Chart
            axis
            label={t(`table.caption.${window}`)}
            series={[
              { label: t("series.issued"), fill: "allowed" },
              { label: t("series.refreshed"), fill: "refreshed" },
              { label: t("series.refused"), fill: "denied" },
            ]}
            bars={buckets.map((bucket) => ({
              start: bucket.start,
              counts: [countIssued(bucket), bucket.refreshed, countDenied(bucket)],
            }))}
            hours={unit === "hour" ? 1 : 24}
            rows={{ path: requestsPath }}
          />
          <Disclosure summary={t("overview.showNumbers")}>
            <ActivityTable activity={activity} />
          </Disclosure>
        </>
      )}
    </div>
  );
}
