import { type Messages, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

export interface ClientMessagesProps {
  /** Message namespaces that the client components inside use. */
  namespaces?: readonly (keyof Messages)[];
  children: ReactNode;
}

/**
 * Sends client components only the messages that they need. Those of the frame are always included, because any page
 * may fail and show an error.
 */
export async function ClientMessages({ namespaces = [], children }: ClientMessagesProps) {
  const all = await getMessages();
  const pageMessages: Partial<Messages> = { shell: all.shell };
  for (const namespace of namespaces) copy(all, pageMessages, namespace);
  return <NextIntlClientProvider messages={pageMessages}>{children}</NextIntlClientProvider>;
}

function copy<Name extends keyof Messages>(all: Messages, sent: Partial<Messages>, name: Name) {
  sent[name] = all[name];
}
