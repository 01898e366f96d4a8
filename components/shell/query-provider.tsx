"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

/** For this long after the server rendered it nothing is fetched again. */
const FRESH_MS = 30_000;

/** The cache of browser requests; one per tab. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: FRESH_MS } } }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
