"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api/client/call";
import { listClientsQuery } from "@/lib/api/client/client-queries";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { DirectoryKind } from "@/lib/platform/search/values";
import type { RequestDetail } from "@/lib/requests/log/schemas";
import { plain } from "./command";

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
  const text = query.trim().slice(0, MAX_CHARACTERS);
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

/** What the current console knows about a request id that is typed or pasted. */
export interface FoundRequest {
  id: string;
  /** Null where it is not known: it may be another organization's. */
  request: RequestDetail | null;
}

// Other ids may be names of anything.
const REQUEST_ID = /^[0-9a-f]{24}$/i;

/**
 * The request with this id. It is offered before the response arrives, because only the page that opens it knows every
 * organization of the person. A client's id looks the same, so one that is found elsewhere is no request.
 */
export function useFoundRequest(
  organizationId: string | null,
  isPlatform: boolean,
  query: string,
): FoundRequest | null {
  const id = query.trim().toLowerCase();
  const isId = REQUEST_ID.test(id);
  const { data } = useQuery({
    queryKey: ["request", organizationId, id],
    queryFn: ({ signal }) =>
      organizationId === null
        ? call("getPlatformRequest", { params: { request_id: id }, signal })
        : call("getRequest", {
            params: { organization_id: organizationId, request_id: id },
            signal,
          }),
    enabled: isId && (isPlatform || organizationId !== null),
    retry: false,
  });
  return isId ? { id, request: data ?? null } : null;
}

const MAX_SHOWN = 6;
/** The API's limit. */
const MAX_CHARACTERS = 120;

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
  const text = query.trim().slice(0, MAX_CHARACTERS);
  const enabled = organizationId !== null && text !== "";
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    ...listClientsQuery(organizationId ?? "", { q: text, page_size: MAX_SHOWN }),
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
