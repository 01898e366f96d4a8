import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ClientRow } from "./client-views";
import { ListOutcome } from "./list-outcome";

export interface RestoredNoticeProps {
  /** Path of the list. */
  path: string;
  client: ClientRow;
  onDismiss: () => void;
}

/** Confirms that a client was restored, and lists what it needs to work as before. */
export function RestoredNotice({ path, client, onDismiss }: RestoredNoticeProps) {
  const t = useTranslations("clients.restore");
  return (
    <ListOutcome
      tone="success"
      title={t.rich("done", { client: () => <bdi>{client.name}</bdi> })}
      onDismiss={onDismiss}
    >
      <p>
        {t.rich("next", {
          page: (words) => (
            <Link href={`${path}/${client.clientId}`} className="inline-link">
              {words}
            </Link>
          ),
        })}
      </p>
    </ListOutcome>
  );
}
