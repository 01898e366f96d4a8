import { useFormatter, useTranslations } from "next-intl";
import type { Activity, ActivityCounts } from "@/lib/requests/schemas";
import { countAll, countDenied } from "../activity/activity-words";
import { Chart } from "../ui/chart";
import { FigureList, useRequestFigures } from "../ui/figures";
import { Panel } from "../ui/panel";

/** How many days the figures are about; they are compared with as many before. */
const HEALTH_DAYS = 7;

/** A smaller share of denials than this is what people and machines cause every day. */
const ALARMING_SHARE = 0.05;

export interface ClientHealthProps {
  /** Of 30 days. */
  activity: Activity;
  companies: number;
  /** `/organization/{id}/clients/{id}`. */
  clientPath: string;
}

/** Whether a client works: its requests of a week, compared with the week before, and the days of a month. */
export function ClientHealth(props: ClientHealthProps) {
  const { buckets } = props.activity;
  const t = useTranslations("clientPages.health");
  const format = useFormatter();
  const { compare, allowed } = useRequestFigures();
  const now = sumOf(buckets.slice(-HEALTH_DAYS));
  const before = sumOf(buckets.slice(-2 * HEALTH_DAYS, -HEALTH_DAYS));
  const requests = `${props.clientPath}/requests`;
  return (
    <Panel>
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[auto_minmax(0,1fr)]">
        <FigureList
          figures={[
            {
              ...allowed(t("succeeded", { days: HEALTH_DAYS }), now, before),
              isBad: now.denied > before.denied && now.denied / now.all > ALARMING_SHARE,
            },
            {
              ...compare(t("denied"), now.denied, before.denied),
              isBad: now.denied > 2 * before.denied,
              href: `${requests}?denied=true`,
            },
            { ...compare(t("requests"), now.all, before.all), href: requests },
            {
              label: t("companies"),
              value: format.number(props.companies),
              note: t("withAccess"),
              href: `${props.clientPath}/companies`,
            },
          ]}
        />
        <Chart
          label={t("chart", { days: buckets.length })}
          series={[
            { label: t("succeededOnes"), fill: "allowed" },
            { label: t("denied"), fill: "denied" },
          ]}
          bars={buckets.map((bucket) => {
            const denied = countDenied(bucket);
            return { start: bucket.start, counts: [countAll(bucket) - denied, denied] };
          })}
          hours={24}
          rows={{ path: requests }}
        />
      </div>
    </Panel>
  );
}

function sumOf(buckets: readonly ActivityCounts[]): { all: number; denied: number } {
  const sum = (count: (counts: ActivityCounts) => number) =>
    buckets.reduce((total, bucket) => total + count(bucket), 0);
  return { all: sum(countAll), denied: sum(countDenied) };
}
