import { useFormatter, useTranslations } from "next-intl";
import type { PlatformOverview } from "@/lib/platform/overview/schemas";
import { Panel } from "../ui/panel";

/** Where extensions are installed, and how that changed in the period. */
export function InstallTotals({ installs }: { installs: PlatformOverview["installs"] }) {
  const t = useTranslations("platform.overview.installs");
  const format = useFormatter();
  return (
    <Panel title={t("title")}>
      <dl className="grid grid-cols-3 gap-x-6 gap-y-4">
        {(["total", "added", "removed"] as const).map((name) => (
          <div key={name} className="grid content-start gap-0.5">
            <dt className="text-muted text-sm">{t(name)}</dt>
            <dd className="font-semibold text-2xl tabular-nums">{format.number(installs[name])}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
