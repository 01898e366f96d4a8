"use client";

import { useQuery } from "@tanstack/react-query";
import { listClientsQuery } from "@/lib/api/client/client-queries";
import type { ClientResponse } from "@/lib/clients/schemas";
import { plain } from "./match-commands";

const MOST_SHOWN = 6;
/** The API's limit. */
export const MOST_CHARACTERS = 120;

export interface FoundClients {
  clients: readonly ClientResponse[];
  state: "idle" | "searching" | "found" | "failed";
}

/**
 * The clients of an organization that match a query. Each keystroke starts a new request and cancels the last one.
 * Until the response arrives, earlier results stay if their name still matches.
 * @param organizationId null where there are no clients to find
 */
export function useFoundClients(organizationId: string | null, query: string): FoundClients {
  const text = query.trim().slice(0, MOST_CHARACTERS);
  const enabled = organizationId !== null && text !== "";
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    ...listClientsQuery(organizationId ?? "", { q: text, page_size: MOST_SHOWN }),
    enabled,
    retry: false,
  });
  if (!enabled) return { clients: [], state: "idle" };
  const clients = (data?.items ?? []).filter(
    ({ meta }) => !isPlaceholderData || plain(meta.name).includes(plain(text)),
  );
  if (isError) return { clients: [], state: "failed" };
  return { clients, state: isFetching ? "searching" : "found" };
}
