import Link from "next/link";
import type { ClientRow } from "./client-views";
import { ListOutcome } from "./list-outcome";

export interface RestoredNoticeProps {
  /** Path of the list. */
  path: string;
  client: ClientRow;
  onDismiss: () => void;
}

/** That a client is back, and what it lacks to work as before. */
export function RestoredNotice({ path, client, onDismiss }: RestoredNoticeProps) {
  return (
    <ListOutcome
      tone="success"
      title={
        <>
          <bdi>{client.name}</bdi> was restored.
        </>
      }
      onDismiss={onDismiss}
    >
      <p>
        It is inactive: check its settings, then activate it on{" "}
        <Link href={`${path}/${client.clientId}`} className="inline-link">
          its page
        </Link>
        . Companies have to install it again.
      </p>
    </ListOutcome>
  );
}
