import type { Activity, ActivityBucket } from "@/lib/activity/schemas";
import { type Column, DataTable } from "../ui/data-table";
import { Timestamp } from "../ui/timestamp";
import { bucketLabel, countRefused, refusalsByCount, windowLabel } from "./activity-words";

/** The numbers of the chart, newest first. */
export function ActivityTable({ activity }: { activity: Activity }) {
  const { buckets, unit, window } = activity;
  return (
    <DataTable
      caption={`Issued and refused in the last ${windowLabel(window)}, by the ${unit}`}
      columns={columnsOf(unit)}
      rows={buckets.toReversed()}
      rowKey={(bucket) => bucket.start}
    />
  );
}

function columnsOf(unit: Activity["unit"]): Column<ActivityBucket>[] {
  return [
    {
      key: "start",
      label: unit === "day" ? "Day (UTC)" : "Hour (UTC)",
      cell: ({ start }) =>
        unit === "day" ? <Timestamp value={start} day /> : bucketLabel(start, unit),
    },
    number("code", "Codes", ({ issued }) => issued.code),
    number("offline", "Offline tokens", ({ issued }) => issued.offline),
    number("online", "Online tokens", ({ issued }) => issued.online),
    number("own", "Own tokens", ({ issued }) => issued.client_credentials),
    number("refreshed", "Refreshed", ({ refreshed }) => refreshed),
    {
      ...number("refused", "Refused", countRefused),
      cell: (bucket) => (
        <div>
          {countRefused(bucket)}
          <span className="block font-mono text-muted text-xs">
            {refusalsByCount(bucket.refused)
              .map(([reason, count]) => `${reason} ${count}`)
              .join(", ")}
          </span>
        </div>
      ),
    },
  ];
}

function number(
  key: string,
  label: string,
  value: (bucket: ActivityBucket) => number,
): Column<ActivityBucket> {
  // Not aligned to the end on phones, where the label stands in the same cell.
  return { key, label, className: "tabular-nums sm:text-end", cell: value };
}
