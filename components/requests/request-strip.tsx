import { useFormatter, useTranslations } from "next-intl";
import type { RequestCounts, RequestFigures } from "@/lib/requests/log/schemas";
import { type FigureWindow, sumCounts } from "@/lib/requests/log/values";
import { type ListState, stateHref } from "../list/list-state";
import { Chart, type ChartSeries } from "../ui/chart";
import { type Figure, FigureList, useRequestFigures } from "../ui/figures";
import { Timestamp } from "../ui/timestamp";
import { shortCause } from "./request-words";

interface RequestStripProps {
  /** The list of the requests behind the figures. */
  path: string;
  state: ListState;
  window: FigureWindow;
  figures: RequestFigures;
}

/** The figures of a log in a panel above it. */
export function RequestStrip(props: RequestStripProps) {
  const t = useTranslations("requests.figures");
  return (
    <section
      aria-label={t("label")}
      className="grid items-start gap-x-8 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-panel lg:grid-cols-[auto_minmax(0,1fr)] sm:px-5"
    >
      <FigureList figures={useFigures(props)} />
      {countOf(props.figures.totals).all > 0 ? <FigureChart {...props} /> : null}
    </section>
  );
}

/** The figures of a log on an overview, with what was issued, and a large chart. */
export function RequestSummary(props: RequestStripProps) {
  const t = useTranslations("requests.figures");
  const { compare } = useRequestFigures();
  const { totals, previous, last_call_at: lastCallAt } = props.figures;
  const { refreshed = 0, ...issued } = totals.issued;
  const { refreshed: refreshedBefore = 0, ...issuedBefore } = previous.issued;
  return (
    <div className="grid gap-6">
      <FigureList
        figures={[
          ...useFigures(props),
          compare(t("issued"), sumCounts(issued), sumCounts(issuedBefore)),
          compare(t("refreshed"), refreshed, refreshedBefore),
          {
            label: t("lastCall"),
            value: lastCallAt ? <Timestamp value={lastCallAt} /> : t("noCalls"),
          },
        ]}
      />
      {countOf(totals).all === 0 ? (
        <p className="text-muted">{t("quiet")}</p>
      ) : (
        <FigureChart {...props} axis />
      )}
    </div>
  );
}

/** How much was allowed and denied, and how long calls took. */
function useFigures({ window, figures }: RequestStripProps): Figure[] {
  const t = useTranslations("requests");
  const format = useFormatter();
  const { compare, allowed } = useRequestFigures();
  const { totals, previous, median, p95 } = figures;
  const period = t(`periods.${window}`);
  const [now, before] = [countOf(totals), countOf(previous)];
  return [
    ...allowed(t("figures.allowed", { period }), t("figures.allowedWhat"), now, before),
    {
      ...compare(t("figures.denied"), now.denied, before.denied),
      isBad: before.all > 0 && now.denied > before.denied,
    },
    compare(t("figures.requests"), now.all, before.all),
    ...(median === null || p95 === null
      ? []
      : [
          {
            label: t("figures.latency"),
            hint: t("figures.latencyWhy"),
            value: t("figures.milliseconds", {
              median: format.number(median),
              p95: format.number(p95),
            }),
          },
        ]),
  ];
}

/** What was denied for which cause over time. */
function FigureChart({
  path,
  state,
  figures,
  axis = false,
}: RequestStripProps & { axis?: boolean }) {
  const t = useTranslations("requests.figures");
  const { totals, bars, hours } = figures;
  const causes = useCauses(totals.denied, (check) =>
    stateHref(path, { ...state, cursor: undefined, denied: "true", check }),
  );
  return (
    <Chart
      axis={axis}
      label={t("chart", { hours })}
      series={[{ label: t("allowedOnes"), fill: "allowed" }, ...causes]}
      bars={bars.map(({ start, allowed: count, denied }) => ({
        start,
        counts: [count, ...causes.map(({ checks }) => sumOf(denied, checks))],
      }))}
      hours={hours}
      rows={{ path, state }}
    />
  );
}

const FILLS = ["denied", "deniedSecond", "deniedThird"] as const;

/** The causes with the most denials, and all others as one. */
function useCauses(denied: RequestCounts["denied"], hrefOf: (check: string) => string) {
  const t = useTranslations("requests");
  const checks = Object.keys(denied).toSorted((a, b) => (denied[b] ?? 0) - (denied[a] ?? 0));
  const rest = checks.slice(FILLS.length);
  const causes: (ChartSeries & { checks: readonly string[] })[] = [];
  for (const [place, fill] of FILLS.entries()) {
    const check = checks[place];
    if (check === undefined) break;
    const label = shortCause(t, check);
    causes.push({ label, fill, total: denied[check] ?? 0, href: hrefOf(check), checks: [check] });
  }
  if (rest.length > 0) {
    const label = t("figures.otherCauses");
    causes.push({ label, fill: "deniedOther", total: sumOf(denied, rest), checks: rest });
  }
  return causes;
}

function sumOf(denied: RequestCounts["denied"], checks: readonly string[]): number {
  return checks.reduce((sum, check) => sum + (denied[check] ?? 0), 0);
}

function countOf({ allowed, denied }: RequestCounts): { all: number; denied: number } {
  const sum = sumCounts(denied);
  return { denied: sum, all: allowed + sum };
}
