import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Activity } from "@/lib/requests/schemas";
import { listHref } from "../list/list-query";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { ActivityFigure } from "./activity-figure";
import { ActivityTable } from "./activity-table";
import { ActivityTotals } from "./activity-totals";
import { countAll, countDenied, denialsByCount } from "./activity-words";
import type { EventListQuery } from "./failure-log";

export interface ClientActivityProps {
  activity: Activity;
  /** `…/clients/{client_id}`. */
  clientPath: string;
}

/** Tokens issued to a client and its denied requests: totals, chart, reasons, table. */
export function ClientActivity({ activity, clientPath }: ClientActivityProps) {
  const t = useTranslations("activity.client");
  const { totals } = activity;
  if (countAll(totals) === 0) {
    return <Quiet activity={activity} clientPath={clientPath} />;
  }
  return (
    <>
      <Panel>
        <div className="grid gap-6">
          <ActivityTotals activity={activity} />
          <ActivityFigure activity={activity} />
        </div>
      </Panel>
      {countDenied(totals) > 0 ? (
        <Reasons activity={activity} eventsPath={`${clientPath}/events`} />
      ) : null}
      <Panel title={t("numbers")} padded={false}>
        <ActivityTable activity={activity} />
      </Panel>
    </>
  );
}

function Quiet({ activity, clientPath }: ClientActivityProps) {
  const t = useTranslations("activity.client");
  return (
    <>
      <Notice title={t("quiet")}>
        <p>
          {t.rich("quietNext", {
            quickStart: (words) => (
              <Link href={`${clientPath}/quick-start`} className="inline-link">
                {words}
              </Link>
            ),
          })}
        </p>
      </Notice>
      <Panel>
        <ActivityTotals activity={activity} />
      </Panel>
    </>
  );
}

function Reasons({ activity, eventsPath }: { activity: Activity; eventsPath: string }) {
  const t = useTranslations("activity.client");
  return (
    <Panel title={t("reasons")}>
      <ul className="grid gap-1.5">
        {denialsByCount(activity.totals.refused).map(([reason, count]) => (
          <li key={reason}>
            <Link
              href={listHref<EventListQuery>(eventsPath, {
                outcome: "refused",
                reason,
                from: activity.buckets[0]?.start,
              })}
              className="inline-link"
            >
              <code className="font-mono text-sm">{reason}</code>
            </Link>{" "}
            <span className="tabular-nums">{t("requests", { count })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
