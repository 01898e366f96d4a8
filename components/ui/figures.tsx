import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

/** A number with what it counts. */
export interface Figure {
  /** What it counts, and the period unless its note says so. */
  label: string;
  value: ReactNode;
  /** The period, or the change to the one before. */
  note?: ReactNode;
  /** True if it got worse. */
  isBad?: boolean;
  /** The rows behind the number. */
  href?: string;
}

/** Numbers beside each other. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 content-start gap-x-8 gap-y-3 sm:flex sm:flex-wrap">
      {figures.map(({ label, value, note, isBad = false, href }) => (
        <div key={label} className="grid min-w-0 content-start">
          <dt className="text-muted text-xs">{label}</dt>
          <dd className="font-semibold text-xl tabular-nums leading-7">
            {href ? (
              <Link href={href} className="hover:underline">
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
          {note ? (
            <dd className={clsx("max-w-44 text-xs", isBad ? "text-danger" : "text-muted")}>
              {note}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

/** How many requests were counted, and how many of them were denied. */
export interface Counted {
  all: number;
  denied: number;
}

/** Figures of requests in a period beside those of the period before: the share allowed, the denied, and all. */
export function useRequestFigures() {
  const t = useTranslations("shell.figures");
  const format = useFormatter();
  const percent = (share: number) =>
    format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const shareOf = ({ all, denied }: Counted) => (all === 0 ? null : 1 - denied / all);
  /** A number and its change; without a period before, it is not compared. */
  const compare = (label: string, count: number, before: number | undefined): Figure => ({
    label,
    value: format.number(count),
    ...(before !== undefined && {
      note:
        before === 0
          ? t(count === 0 ? "same" : "noneBefore")
          : t("change", { change: (count - before) / before, before }),
    }),
  });
  const allowed = (label: string, now: Counted, before: Counted | undefined): Figure => {
    const [share, shareBefore] = [shareOf(now), before && shareOf(before)];
    const value = share === null ? "–" : percent(share);
    if (shareBefore === undefined) return { label, value };
    if (shareBefore === null) return { label, value, note: t("noneBefore") };
    const points = share === null ? 0 : (share - shareBefore) * 100;
    const note = t("points", { points, before: shareBefore });
    return { label, value, note, isBad: points <= -0.1 };
  };
  return { percent, compare, allowed };
}
