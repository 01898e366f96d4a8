import { useTranslations } from "next-intl";
import type { Activity, ActivityCounts } from "@/lib/requests/schemas";
import { Disclosure } from "../ui/disclosure";
import { ActivityFigure } from "./activity-figure";
import { ActivityTable } from "./activity-table";
import { ActivityTotals } from "./activity-totals";
import { countAll } from "./activity-words";

export interface ActivitySummaryProps {
  activity: Activity;
  /** Totals of the period before, to compare with. */
  previous?: ActivityCounts;
}

/** The totals of a period, and its chart with the numbers behind it, or a sentence if nothing happened. */
export function ActivitySummary({ activity, previous }: ActivitySummaryProps) {
  const t = useTranslations("activity");
  return (
    <div className="grid gap-6">
      <ActivityTotals activity={activity} {...(previous && { previous })} />
      {countAll(activity.totals) === 0 ? (
        <p className="text-muted">{t("client.quiet")}</p>
      ) : (
        <>
          <ActivityFigure activity={activity} />
          <Disclosure summary={t("overview.showNumbers")}>
            <ActivityTable activity={activity} />
          </Disclosure>
        </>
      )}
    </div>
  );
}
