import { type Messages, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

export interface ClientMessagesProps {
  /** Parts of the messages that client components inside ask for. */
  namespaces?: readonly (keyof Messages)[];
  children: ReactNode;
}

/**
 * Sends client components the messages that they need and no others; server components need none of
 * this. The frame's own are always there, because an error page may be shown at any place.
 */
export async function ClientMessages({ namespaces = [], children }: ClientMessagesProps) {
  const all = await getMessages();
  const sent: Partial<Messages> = { shell: all.shell };
  for (const namespace of namespaces) copy(all, sent, namespace);
  return <NextIntlClientProvider messages={sent}>{children}</NextIntlClientProvider>;
}

function copy<Name extends keyof Messages>(all: Messages, sent: Partial<Messages>, name: Name) {
  sent[name] = all[name];
}
