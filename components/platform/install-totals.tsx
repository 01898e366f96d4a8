import { useFormatter, useTranslations } from "next-intl";
import type { PlatformOverview } from "@/lib/platform/overview/schemas";
import { FigureList } from "../ui/figures";
import { Panel } from "../ui/panel";

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
