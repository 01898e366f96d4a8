"use client";

import clsx from "clsx";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { dateLocales } from "@/lib/core/i18n/locales";
import type { RequestCounts, RequestFigures } from "@/lib/requests/log/schemas";
import type { FigureWindow } from "@/lib/requests/log/values";
import { type ListState, stateHref } from "../platform/list-state";
import { shortCause } from "./request-words";

interface RequestStripProps {
  path: string;
  state: ListState;
  window: FigureWindow;
  figures: RequestFigures;
}

/** The figures of a log: how much was allowed, and what was denied for which cause over time. */
export function RequestStrip({ path, state, window, figures }: RequestStripProps) {
  const t = useTranslations("requests");
  const format = useFormatter();
  const { totals, previous, median, p95 } = figures;
  const period = t(`periods.${window}`);
  const [now, before] = [summaryOf(totals), summaryOf(previous)];
  const signed = (value: number, maximumFractionDigits = 0) =>
    format.number(value, { signDisplay: "exceptZero", maximumFractionDigits });
  const compare = (change: number) => {
    if (before.all === 0) return t("figures.nothingBefore");
    return change === 0
      ? t("figures.same")
      : t("figures.change", { change: signed(change), period });
  };
  const points = before.share === null || now.share === null ? 0 : (now.share - before.share) * 100;
  return (
    <section
      aria-label={t("figures.label")}
      className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-panel lg:grid-cols-[auto_minmax(0,1fr)] sm:px-5"
    >
      <dl className="grid grid-cols-2 gap-x-8 gap-y-2 sm:flex">
        <Figure
          label={t("figures.allowed", { period })}
          value={
            now.share === null
              ? "–"
              : format.number(now.share, { style: "percent", maximumFractionDigits: 1 })
          }
          note={
            before.share === null
              ? t("figures.nothingBefore")
              : t("figures.points", { change: signed(points, 1) })
          }
          isBad={points <= -0.1}
        />
        <Figure
          label={t("figures.denied")}
          value={format.number(now.denied)}
          note={compare(now.denied - before.denied)}
          isBad={before.all > 0 && now.denied > before.denied}
        />
        <Figure
          label={t("figures.requests")}
          value={format.number(now.all)}
          note={compare(now.all - before.all)}
        />
        <Figure
          label={t("figures.latency")}
          value={
            median === null || p95 === null
              ? "–"
              : t("figures.milliseconds", {
                  median: format.number(median),
                  p95: format.number(p95),
                })
          }
          note={t("figures.latencyWhy")}
        />
      </dl>
      <Causes path={path} state={state} figures={figures} />
    </section>
  );
}

interface FigureProps {
  label: string;
  value: string;
  /** The change to the period before, or what was counted. */
  note: string;
  isBad?: boolean;
}

function Figure({ label, value, note, isBad = false }: FigureProps) {
  return (
    <div className="grid min-w-0 content-start">
      <dt className="whitespace-nowrap text-muted text-xs">{label}</dt>
      <dd>
        <span className="block font-semibold text-xl sm:whitespace-nowrap tabular-nums leading-6">
          {value}
        </span>
        <span className={clsx("block max-w-44 text-xs", isBad ? "text-danger" : "text-muted")}>
          {note}
        </span>
      </dd>
    </div>
  );
}

/** Colours of the causes with the most denials; the others share the last. */
const TONES = ["bg-danger", "bg-warning", "bg-info", "bg-border"] as const;
const MOST_CAUSES = TONES.length - 1;

function Causes({ path, state, figures }: Omit<RequestStripProps, "window">) {
  const t = useTranslations("requests");
  const causes = Object.entries(figures.totals.denied)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_CAUSES);
  const names = causes.map(([check]) => check);
  return (
    <div className="grid min-w-0 content-between gap-1">
      <Chart path={path} state={state} figures={figures} causes={names} />
      {causes.length > 0 ? (
        <ul aria-label={t("figures.causes")} className="flex h-6 min-w-0 gap-x-3 overflow-hidden">
          {causes.map(([check, count], place) => (
            <li key={check} className="min-w-0">
              <Link
                href={stateHref(path, { ...state, cursor: undefined, denied: "true", check })}
                scroll={false}
                className="flex min-h-6 items-center gap-1.5 text-muted text-xs hover:text-ink hover:underline"
              >
                <span className={clsx("size-2 shrink-0 rounded-sm", TONES[place])} />
                <span className="truncate">
                  {t("figures.cause", { cause: shortCause(t, check), count })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

interface ChartProps extends Omit<RequestStripProps, "window"> {
  causes: readonly string[];
}

/** Bars of which a part can be chosen, by dragging or with the arrow keys and Enter. */
function Chart({ path, state, figures, causes }: ChartProps) {
  const t = useTranslations("requests.figures");
  const router = useRouter();
  const locale = useLocale();
  const ref = useRef<HTMLDivElement>(null);
  const { bars, hours } = figures;
  const [cursor, setCursor] = useState(bars.length - 1);
  const [anchor, setAnchor] = useState<number | null>(null);
  const most = Math.max(1, ...bars.map((bar) => summaryOf(bar).all));
  const place = ({ clientX }: PointerEvent) => {
    const { left, width } = ref.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const at = Math.floor(((clientX - left) / width) * bars.length);
    return Math.max(0, Math.min(bars.length - 1, at));
  };
  const choose = () => {
    const [from, to] = [Math.min(anchor ?? cursor, cursor), Math.max(anchor ?? cursor, cursor)];
    const [first, last] = [bars[from], bars[to]];
    setAnchor(null);
    if (!first || !last) return;
    const end = new Date(Date.parse(last.start) + hours * HOUR_MS).toISOString();
    const time = { from: first.start, to: end, cursor: undefined };
    router.push(stateHref(path, { ...state, ...time }), { scroll: false });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -bars.length, End: bars.length }[event.key];
    if (event.key === "Enter") choose();
    else if (step === undefined) return;
    else {
      setAnchor(event.shiftKey ? (anchor ?? cursor) : null);
      setCursor(Math.max(0, Math.min(bars.length - 1, cursor + step)));
    }
    event.preventDefault();
  };
  const format = new Intl.DateTimeFormat(dateLocales[locale], {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  });
  const wordsOf = (bar: RequestFigures["bars"][number]) => {
    const { denied } = summaryOf(bar);
    const time = `${format.format(new Date(bar.start))} UTC`;
    return t("bar", { time, allowed: bar.allowed, denied });
  };
  const isChosen = (at: number) =>
    anchor === null
      ? at === cursor
      : at >= Math.min(anchor, cursor) && at <= Math.max(anchor, cursor);
  const current = bars[cursor];
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={t("chart")}
      aria-valuemin={0}
      aria-valuemax={bars.length - 1}
      aria-valuenow={cursor}
      aria-valuetext={current ? wordsOf(current) : ""}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setAnchor(place(event));
        setCursor(place(event));
      }}
      onPointerMove={(event) => setCursor(place(event))}
      onPointerUp={choose}
      // Time runs from left to right in every language.
      dir="ltr"
      className="group flex h-11 cursor-crosshair border-line border-b touch-pan-y select-none items-stretch"
    >
      {bars.map((bar, at) => (
        <div
          key={bar.start}
          title={wordsOf(bar)}
          className={clsx(
            "flex min-w-0 grow basis-0 flex-col justify-end px-px",
            isChosen(at) &&
              (anchor === null
                ? "group-hover:bg-hover group-focus-visible:bg-hover"
                : "bg-brass-soft"),
          )}
        >
          {partsOf(bar, causes).map(({ tone, count }) => (
            <span
              key={tone}
              className={clsx("block min-h-px", tone)}
              style={{ height: `${(count / most) * 100}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

const HOUR_MS = 3_600_000;

/** The parts of a bar from the top down: causes, then what was allowed. Empty ones are left out. */
function partsOf({ allowed, denied }: RequestCounts, causes: readonly string[]) {
  const named = causes.map((check, place) => ({ tone: TONES[place], count: denied[check] ?? 0 }));
  const rest = Object.entries(denied)
    .filter(([check]) => !causes.includes(check))
    .reduce((sum, [, count]) => sum + count, 0);
  return [
    { tone: TONES[MOST_CAUSES], count: rest },
    ...named.toReversed(),
    { tone: "bg-primary", count: allowed },
  ].filter(({ count }) => count > 0);
}

function summaryOf({ allowed, denied }: RequestCounts) {
  const sum = Object.values(denied).reduce((all, count) => all + count, 0);
  const all = allowed + sum;
  return { denied: sum, all, share: all === 0 ? null : allowed / all };
}
