"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api/client/call";
import type { DirectoryKind } from "@/lib/platform/search/values";
import { plain } from "./match-commands";
import { type FoundClients, MOST_CHARACTERS } from "./use-found-clients";

/** Something that an operator administers. */
export interface FoundObject {
  kind: DirectoryKind;
  id: string;
  name: string;
}

/**
 * What an operator's query finds in the directory. Until the response arrives, earlier results stay if their name
 * still matches.
 * @param isOperator false where there is nothing to find
 */
export function useFoundObjects(
  isOperator: boolean,
  query: string,
): { objects: readonly FoundObject[]; state: FoundClients["state"] } {
  const text = query.trim().slice(0, MOST_CHARACTERS);
  const enabled = isOperator && text !== "";
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: ["platform", "search", text],
    queryFn: ({ signal }) => call("searchDirectory", { params: {}, query: { q: text }, signal }),
    placeholderData: keepPreviousData,
    enabled,
    retry: false,
  });
  if (!enabled) return { objects: [], state: "idle" };
  if (isError) return { objects: [], state: "failed" };
  const objects = (data?.items ?? []).filter(
    ({ name }) => !isPlaceholderData || plain(name).includes(plain(text)),
  );
  return { objects, state: isFetching ? "searching" : "found" };
}
