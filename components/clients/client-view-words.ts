import { RESTORE_DAYS } from "@/lib/clients/field-schemas";
import type { ClientView } from "./client-list-query";

/** What a view of the list is called, what it is for, and what it means when nothing is in it. */
export interface ClientViewWords {
  label: string;
  explanation: string;
  empty: { title: string; text: string };
}

/** The words of each view. */
export const clientViewWords: Record<ClientView, ClientViewWords> = {
  never_used: {
    label: "Never used",
    explanation:
      "No secret of these clients was ever used. Each was registered and not set up, or is no longer needed.",
    empty: {
      title: "Every client has been used",
      text: "Each of your clients has signed in with its secret at least once.",
    },
  },
  localhost: {
    label: "Localhost in production",
    explanation:
      "A redirect URL of these clients leads to 127.0.0.1, [::1] or localhost. That is for development: on a seller's computer any program can wait there for the code. Remove it before sellers install the extension.",
    empty: {
      title: "No client redirects to localhost",
      text: "Each redirect URL leads to a server, and none to the computer of the person who signs in.",
    },
  },
  deleted: {
    label: "Deleted",
    explanation: `Clients deleted in the last ${RESTORE_DAYS} days. A restored client comes back inactive, with the secrets it had; what companies had granted it stays revoked.`,
    empty: {
      title: "No client was deleted lately",
      text: `A client that is deleted stays here for ${RESTORE_DAYS} days, in which it can be restored.`,
    },
  },
};
