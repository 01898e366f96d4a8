import { useFormatter, useTranslations } from "next-intl";
import type { Activity, ActivityCounts } from "@/lib/requests/schemas";
import { countAll, countDenied } from "../activity/activity-words";
import { Panel } from "../ui/panel";

/** How many days the figures are about; they are compared with as many before. */
const HEALTH_DAYS = 7;

/** A smaller share of denials than this is what people and machines cause every day. */
const ALARMING_SHARE = 0.05;

export interface ClientHealthProps {
  /** Of 30 days. */
  activity: Activity;
  companies: number;
}

/** Whether a client works: its requests of a week, compared with the week before, and the days of a month. */
export function ClientHealth({ activity: { buckets }, companies }: ClientHealthProps) {
  const t = useTranslations("clientPages.health");
  const format = useFormatter();
  const now = sumOf(buckets.slice(-HEALTH_DAYS));
  const before = sumOf(buckets.slice(-2 * HEALTH_DAYS, -HEALTH_DAYS));
  const most = Math.max(1, ...buckets.map(countAll));
  const percent = (share: number) =>
    format.number(share, { style: "percent", maximumFractionDigits: 1 });
  return (
    <Panel>
      <div className="grid items-end gap-x-8 gap-y-4 lg:grid-cols-[auto_minmax(0,1fr)]">
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Figure
            label={t("succeeded", { days: HEALTH_DAYS })}
            value={now.all === 0 ? "–" : percent(1 - now.denied / now.all)}
            isBad={now.denied > before.denied && now.denied / now.all > ALARMING_SHARE}
            note={
              before.all === 0
                ? t("noneBefore")
                : t("before", { value: percent(1 - before.denied / before.all) })
            }
          />
          <Figure
            label={t("denied")}
            value={format.number(now.denied)}
            isBad={now.denied > 2 * before.denied}
            note={t("before", { value: format.number(before.denied) })}
          />
          <Figure
            label={t("requests")}
            value={format.number(now.all)}
            note={t("before", { value: format.number(before.all) })}
          />
          <Figure label={t("companies")} value={format.number(companies)} note={t("withAccess")} />
        </dl>
        <figure className="min-w-0">
          {/* Time runs from left to right in every language. */}
          <div dir="ltr" aria-hidden="true" className="flex h-14 items-end gap-0.5">
            {buckets.map((bucket) => (
              <span
                key={bucket.start}
                title={t("day", {
                  day: format.dateTime(new Date(bucket.start), { day: "numeric", month: "short" }),
                  all: countAll(bucket),
                  denied: countDenied(bucket),
                })}
                className="flex h-full min-w-0 flex-1 flex-col justify-end border-line border-b"
              >
                <span
                  className="bg-danger"
                  style={{ height: `${(100 * countDenied(bucket)) / most}%` }}
                />
                <span
                  className="bg-primary"
                  style={{ height: `${(100 * (countAll(bucket) - countDenied(bucket))) / most}%` }}
                />
              </span>
            ))}
          </div>
          <figcaption className="pt-1 text-muted text-xs">
            {t("chart", { days: buckets.length })}
          </figcaption>
        </figure>
      </div>
    </Panel>
  );
}

function sumOf(buckets: readonly ActivityCounts[]): { all: number; denied: number } {
  const sum = (count: (counts: ActivityCounts) => number) =>
    buckets.reduce((total, bucket) => total + count(bucket), 0);
  return { all: sum(countAll), denied: sum(countDenied) };
}

function Figure(props: { label: string; value: string; note: string; isBad?: boolean }) {
  const { label, value, note, isBad = false } = props;
  return (
    <div className="grid content-start">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums">{value}</dd>
      <dd className={`text-sm tabular-nums ${isBad ? "text-danger" : "text-muted"}`}>{note}</dd>
    </div>
  );
}
