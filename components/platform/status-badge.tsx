import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "../ui/badge";

const TONES = {
  active: "success",
  suspended: "warning",
  closed: "neutral",
  deactivated: "neutral",
} as const satisfies Record<string, BadgeTone>;

export type Status = keyof typeof TONES;

/** Whether something works, in a word. */
export function StatusBadge({ status }: { status: Status }) {
  const t = useTranslations("platform.status");
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}
