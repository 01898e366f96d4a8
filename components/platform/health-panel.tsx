import { useFormatter, useTranslations } from "next-intl";
import type { PlatformOverview } from "@/lib/platform/overview/schemas";
import { Badge } from "../ui/badge";
import { FactList } from "../ui/fact-list";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

const BYTES_PER_MEGABYTE = 1_000_000;

/** Whether database and background jobs work. */
export function HealthPanel({ health }: { health: PlatformOverview["health"] }) {
  const t = useTranslations("platform.overview.health");
  const format = useFormatter();
  const { database, deliveries, clean_up: cleanUp, gate } = health;
  return (
    <Panel id="health" title={t("title")}>
      <FactList
        facts={[
          {
            label: t("database"),
            value: t("databaseFacts", {
              latency: format.number(database.latency_ms, { maximumFractionDigits: 1 }),
              size: format.number(Math.round(database.size_bytes / BYTES_PER_MEGABYTE)),
            }),
          },
          {
            label: t("deliveries"),
            value: (
              <JobState since={deliveries.overdue_since} late={t("overdue")}>
                {t("waiting", { count: deliveries.waiting })}
              </JobState>
            ),
          },
          {
            label: t("cleanUp"),
            value: (
              <JobState since={cleanUp.behind_since} late={t("behind")}>
                {t("upToDate")}
              </JobState>
            ),
          },
          { label: t("gate"), value: <GateState gate={gate} /> },
        ]}
      />
    </Panel>
  );
}

/** The state of a job: since when it is late, or its usual text. */
function JobState(props: { since: string | null; late: string; children: string }) {
  const t = useTranslations("platform.overview.health");
  if (!props.since) return props.children;
  const { since } = props;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="danger">{props.late}</Badge>
      <span>{t.rich("since", { when: () => <Timestamp value={since} /> })}</span>
    </span>
  );
}

/** The outcomes of the gate's checks, and the error in a rules file that could not be reloaded. */
function GateState({ gate }: { gate: PlatformOverview["health"]["gate"] }) {
  const t = useTranslations("platform.overview.health");
  const { rules, allowed, denied, problem, problem_since: since } = gate;
  return (
    <span className="grid gap-1">
      {since && (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="danger">{t("oldRules")}</Badge>
          <span>{t.rich("rulesSince", { when: () => <Timestamp value={since} /> })}</span>
        </span>
      )}
      {problem && <code className="break-words text-sm">{problem}</code>}
      <span>{t("rules", { rules })}</span>
      <span>{t("checks", { allowed, denied })}</span>
    </span>
  );
}
