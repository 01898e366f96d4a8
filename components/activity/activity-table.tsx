import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { Activity, ActivityBucket } from "@/lib/requests/schemas";
import { type ListColumn, ListTable } from "../list/list-table";
import { Timestamp } from "../ui/timestamp";
import { bucketLabels, countDenied, denialsByCount } from "./activity-words";

/** The numbers of the chart, newest first. */
export function ActivityTable({ activity }: { activity: Activity }) {
  const t = useTranslations("activity");
  const columns = useColumns(activity.unit);
  return (
    <ListTable
      rowHeight={36}
      caption={t(`table.caption.${activity.window}`)}
      columns={columns}
      rows={activity.buckets.toReversed()}
      rowKey={(bucket) => bucket.start}
    />
  );
}

function useColumns(unit: Activity["unit"]): ListColumn<ActivityBucket>[] {
  const t = useTranslations("activity");
  const format = useFormatter();
  const labelOf = bucketLabels(unit, useLocale());
  const counts = (
    key: string,
    label: string,
    count: (bucket: ActivityBucket) => number,
  ): ListColumn<ActivityBucket> => ({
    key,
    label,
    width: "tabular-nums",
    align: "end",
    phone: "line",
    cell: (bucket) => format.number(count(bucket)),
  });
  return [
    {
      key: "start",
      label: t(`table.${unit}`),
      cell: ({ start }) => (unit === "day" ? <Timestamp value={start} day /> : labelOf(start)),
    },
    counts("code", t("table.codes"), ({ issued }) => issued.code),
    counts("offline", t("table.offline"), ({ issued }) => issued.offline),
    counts("online", t("table.online"), ({ issued }) => issued.online),
    counts("own", t("table.own"), ({ issued }) => issued.client_credentials),
    counts("refreshed", t("series.refreshed"), ({ refreshed }) => refreshed),
    {
      ...counts("refused", t("series.refused"), countDenied),
      width: "sm:w-56 tabular-nums",
      grows: true,
      cell: (bucket) => (
        <>
          {format.number(countDenied(bucket))}
          <Reasons refused={bucket.refused} />
        </>
      ),
    },
  ];
}

function Reasons({ refused }: Pick<ActivityBucket, "refused">) {
  const format = useFormatter();
  return (
    <code className="block font-mono text-muted text-xs">
      {denialsByCount(refused)
        .map(([reason, count]) => `${reason} ${format.number(count)}`)
        .join(", ")}
    </code>
  );
}
