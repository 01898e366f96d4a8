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
  const needed = Object.fromEntries(
    ["shell" as const, ...namespaces].map((name) => [name, all[name]]),
  );
  return <NextIntlClientProvider messages={needed}>{children}</NextIntlClientProvider>;
}
