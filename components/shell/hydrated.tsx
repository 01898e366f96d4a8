import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import { ClientMessages } from "./client-messages";
import { QueryProvider } from "./query-provider";

export interface HydratedProps {
  /** Message namespaces that the client components inside use. */
  namespaces?: readonly (keyof Messages)[];
  /** The data that the server has read, by the key of the query that would fetch it. */
  data?: readonly (readonly [key: QueryKey, answer: unknown])[];
  children: ReactNode;
}

/** Lets client components fetch and change something, beginning with what the server has read. */
export function Hydrated({ namespaces = [], data = [], children }: HydratedProps) {
  const cache = new QueryClient();
  for (const [key, answer] of data) cache.setQueryData(key, answer);
  return (
    <QueryProvider>
      <HydrationBoundary state={dehydrate(cache)}>
        <ClientMessages namespaces={namespaces}>{children}</ClientMessages>
      </HydrationBoundary>
    </QueryProvider>
  );
}
