import { useTranslations } from "next-intl";
import type { ClientStatus } from "@/lib/clients/values";
import { Badge } from "../ui/badge";

const TONES = { draft: "info", inactive: "neutral", suspended: "warning" } as const;

/** Why a client does not work for everyone, in a word; nothing if it does. */
export function ClientStatusBadge({ status }: { status: ClientStatus }) {
  const t = useTranslations("shell.clientStatuses");
  return status === "active" ? null : <Badge tone={TONES[status]}>{t(status)}</Badge>;
}
