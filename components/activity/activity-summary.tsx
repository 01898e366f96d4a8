import { useTranslations } from "next-intl";
import type { Activity } from "@/lib/activity/schemas";
import { Disclosure } from "../ui/disclosure";
import { ActivityFigure } from "./activity-figure";
import { ActivityTable } from "./activity-table";
import { ActivityTotals } from "./activity-totals";
import { countAll } from "./activity-words";

/** The totals of a period, and its chart with the numbers behind it, or a sentence if nothing happened. */
export function ActivitySummary({ activity }: { activity: Activity }) {
  const t = useTranslations("activity");
  return (
    <div className="grid gap-6">
      <ActivityTotals activity={activity} />
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
