import { useTranslations } from "next-intl";
import type { ListChoice } from "./list-filters";
import type { Status } from "./status-badge";

/** The filter for these statuses; none if there are none. */
export function useStatusChoice(statuses: readonly Status[]): readonly ListChoice[] {
  const t = useTranslations("platform.list");
  const statusName = useTranslations("platform.status");
  if (statuses.length === 0) return [];
  const options = statuses.map((value) => ({ value, label: statusName(value) }));
  return [{ name: "status", label: t("status"), everything: t("everyStatus"), options }];
}
