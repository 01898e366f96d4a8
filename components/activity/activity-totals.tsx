import type { ReactNode } from "react";
import type { Activity } from "@/lib/activity/schemas";
import { Timestamp } from "../ui/timestamp";
import { countIssued, countRefused } from "./activity-words";

/** The sums of a window. */
export function ActivityTotals({ activity }: { activity: Activity }) {
  const { totals, last_call_at: lastCallAt } = activity;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      <Figure label="Issued">{countIssued(totals)}</Figure>
      <Figure label="Refreshed">{totals.refreshed}</Figure>
      <Figure label="Refused">{countRefused(totals)}</Figure>
      <div className="grid content-start gap-0.5">
        <dt className="text-muted text-sm">Last API call</dt>
        <dd className="leading-8">{lastCallAt ? <Timestamp value={lastCallAt} /> : "Never"}</dd>
      </div>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums">{children}</dd>
    </div>
  );
}
