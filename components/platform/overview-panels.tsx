import { CircleCheck, TriangleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { PlatformOverview } from "@/lib/platform/overview/schemas";
import { Badge } from "../ui/badge";
import { FactList } from "../ui/fact-list";
import { FigureList } from "../ui/figures";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

interface AttentionPanelProps {
  attention: PlatformOverview["attention"];
  /** Secrets of service keys that former operators have seen. */
  secrets: PlatformOverview["secrets_of_former_operators"];
}

/** What needs an operator's attention. */
export function AttentionPanel({ attention, secrets }: AttentionPanelProps) {
  const t = useTranslations("platform.overview.attention");
  const openMatters = matters.filter(({ name }) => attention[name] > 0);
  const isQuiet = openMatters.length + secrets.length === 0;
  return (
    <Panel title={t("title")} padded={isQuiet}>
      {isQuiet ? (
        <p className="flex items-center gap-2">
          <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />
          {t("nothing")}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {secrets.map(({ client_id: id, name, last_four: lastFour, ends_at: endsAt }) => (
            <Matter key={id + lastFour} href="/platform/service-keys">
              {t.rich("secret_of_former_operator", {
                key: () => <bdi>{name}</bdi>,
                secret: () => <code className="font-mono">…{lastFour}</code>,
                end: () => <Timestamp value={endsAt} exact="minute" />,
              })}
            </Matter>
          ))}
          {openMatters.map(({ name, href }) => (
            <Matter key={name} href={href}>
              {t(name, { count: attention[name] })}
            </Matter>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Matter({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 sm:px-6">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
      <span>
        <Link href={href} className="inline-link">
          {children}
        </Link>
      </span>
    </li>
  );
}

/** What needs an operator's attention, most urgent first, with links to the pages. */
export const matters = [
  { name: "failed_gate_checks", href: "/platform/service-keys" },
  { name: "late_deliveries", href: "/platform/deliveries" },
  { name: "clock_difference", href: "#health" },
  // The file is on the server; Health, below, says what is wrong with it.
  { name: "outdated_rules", href: "#health" },
  { name: "ending_service_keys", href: "/platform/service-keys" },
  { name: "rising_denials", href: "/platform?window=24h" },
  { name: "listing_requests", href: "/platform/reviews" },
  { name: "scope_approvals", href: "/platform/reviews" },
  { name: "look_alike_names", href: "/platform/extensions?listing=listed" },
  { name: "abandoned_deliveries", href: "/platform/deliveries?status=abandoned" },
  { name: "failing_deliveries", href: "/platform/deliveries?status=failing" },
  { name: "unverified_publishers", href: "/platform/organizations?publisher_verified=false" },
  { name: "suspended_clients", href: "/platform/extensions?status=suspended" },
  { name: "suspended_companies", href: "/platform/companies?status=suspended" },
  { name: "suspended_organizations", href: "/platform/organizations?status=suspended" },
] as const satisfies readonly { name: keyof PlatformOverview["attention"]; href: string }[];

/** Where extensions are installed, and how that changed in the period. */
export function InstallTotals({ installs }: { installs: PlatformOverview["installs"] }) {
  const t = useTranslations("platform.overview.installs");
  const format = useFormatter();
  return (
    <Panel title={t("title")}>
      <FigureList
        figures={(["total", "added", "removed"] as const).map((name) => ({
          label: t(name),
          value: format.number(installs[name]),
        }))}
      />
    </Panel>
  );
}

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
      <span>{t.rich("since", { when: () => <Timestamp value={since} exact="minute" /> })}</span>
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
          <span>
            {t.rich("rulesSince", { when: () => <Timestamp value={since} exact="minute" /> })}
          </span>
        </span>
      )}
      {problem && <code className="break-words text-sm">{problem}</code>}
      <span>{t("rules", { rules })}</span>
      <span>{t("checks", { allowed, denied })}</span>
    </span>
  );
}
