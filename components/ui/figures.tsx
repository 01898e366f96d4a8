import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

/** A number with what it counts. */
export interface Figure {
  /** What it counts, and the period unless its note says so. */
  label: string;
  /** More about what it counts, on hover. */
  hint?: string;
  value: ReactNode;
  /** The period, or the change to the one before. */
  note?: ReactNode;
  isBad?: boolean;
  /** The rows behind the number. */
  href?: string;
}

/** Numbers beside each other. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 content-start gap-x-8 gap-y-3 sm:flex sm:flex-wrap">
      {figures.map(({ label, hint, value, note, isBad = false, href }) => (
        <div key={label} className="grid min-w-0 content-start">
          <dt className="text-muted text-xs">
            <span
              title={hint}
              className={clsx(hint && "cursor-help underline decoration-dotted underline-offset-2")}
            >
              {label}
            </span>
          </dt>
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

/** Figures of requests in a period, compared with the period before where both count something. */
export function useRequestFigures() {
  const t = useTranslations("shell.figures");
  const format = useFormatter();
  /** A number and its change. */
  const compare = (label: string, count: number, before: number): Figure => ({
    label,
    value: format.number(count),
    ...(before > 0 &&
      before !== count && { note: t("change", { change: (count - before) / before, before }) }),
  });
  /** The share that was allowed; no figure without requests. @param hint what is counted */
  const allowed = (label: string, hint: string, now: Counted, before: Counted): Figure[] => {
    if (now.all === 0) return [];
    const share = shareOf(now);
    const value = format.number(share, { style: "percent", maximumFractionDigits: 1 });
    const points = before.all === 0 ? 0 : (share - shareOf(before)) * 100;
    if (Math.abs(points) < 0.1) return [{ label, hint, value }];
    const note = t("points", { points, before: shareOf(before) });
    return [{ label, hint, value, note, isBad: points < 0 }];
  };
  return { compare, allowed };
}

function shareOf({ all, denied }: Counted): number {
  return 1 - denied / all;
}
