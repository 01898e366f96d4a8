import { useTranslations } from "next-intl";
import type { CallFigures as Figures } from "@/lib/requests/calls/values";

export interface CallFiguresProps {
  figures: Figures;
  /** True if they are of some of the newest calls of each client, not exactly of the newest. */
  isSample: boolean;
}

/** Latency and failures over the newest calls, with what they were counted from. */
export function CallFigures({ figures, isSample }: CallFiguresProps) {
  const t = useTranslations("calls.figures");
  const { calls, timed, median, p95, denied, failed } = figures;
  if (calls === 0) return null;
  const duration = (milliseconds: number | null) =>
    milliseconds === null ? "–" : t("milliseconds", { milliseconds });
  return (
    <section
      aria-label={t("label")}
      className="flex flex-wrap items-baseline gap-x-8 gap-y-2 border-line border-b px-4 py-3 sm:px-6"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure label={t("median")} value={duration(median)} />
        <Figure label={t("p95")} value={duration(p95)} />
        <Figure label={t("denied")} value={t("count", { count: denied })} />
        <Figure label={t("failed")} value={t("count", { count: failed })} />
      </dl>
      <p className="text-muted text-sm">
        {t(isSample ? "ofSample" : "of", { calls })}
        {timed < calls ? `, ${t("timed", { timed })}` : null}
      </p>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
