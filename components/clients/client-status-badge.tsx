import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ClientStatus } from "@/lib/clients/values";
import { Badge, type BadgeTone } from "../ui/badge";

const TONES = {
  active: "success",
  draft: "info",
  inactive: "neutral",
  suspended: "warning",
} as const satisfies Record<ClientStatus, BadgeTone>;

/** The status of a client in a word, with a dot that is filled while the client works. */
export function ClientStatusBadge({ status }: { status: ClientStatus }) {
  const t = useTranslations("shell.clientStatuses");
  const works = status === "active" || status === "draft";
  return (
    <Badge tone={TONES[status]}>
      <span
        aria-hidden="true"
        className={clsx("size-2 rounded-full border border-current", works && "bg-current")}
      />
      {t(status)}
    </Badge>
  );
}
