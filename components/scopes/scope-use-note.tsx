import { useTranslations } from "next-intl";
import { type ScopeUseHint, USE_DAYS } from "@/lib/consent/scope-use/values";
import { Timestamp } from "../ui/timestamp";

export interface ScopeUseNoteProps {
  use: ScopeUseHint;
  /** How many days the API log covers. */
  days: number;
}

/** Says in one line how an extension used a permission. */
export function ScopeUseNote({ use, days }: ScopeUseNoteProps) {
  const t = useTranslations("scopes.use");
  const { calls, lastUsedAt } = use;
  if (calls > 0) return t("used", { count: calls, days: USE_DAYS });
  if (!lastUsedAt) return t("none", { days });
  return t.rich("idle", { days: USE_DAYS, when: () => <Timestamp value={lastUsedAt} /> });
}
