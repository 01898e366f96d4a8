import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api/client/call";
import { listClientsQuery } from "@/lib/api/client/client-queries";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { DirectoryKind } from "@/lib/platform/search/values";
import type { RequestDetail } from "@/lib/requests/log/schemas";
import { plain } from "./command";

/** Where the palette is: what can be found there. */
export interface SearchPlace {
  /** The current organization, whose clients can be searched; null elsewhere. */
  organizationId: string | null;
  /** Whether it is the operator console, where the whole directory can be searched. */
  isPlatform: boolean;
}

/** A client of the organization, or what an operator administers. */
export interface FoundObject {
  kind: DirectoryKind | "client";
  id: string;
  name: string;
  /** Of a client. */
  status?: ClientResponse["status"];
}

/** What the server finds, the best matches first. */
export interface Found {
  objects: readonly FoundObject[];
  /** A request id that was typed, with what the console knows about it: null if it may be another organization's. */
  request: { id: string; detail: RequestDetail | null } | null;
  state: "idle" | "searching" | "found" | "failed";
}

const MAX_SHOWN = 6;
/** The API's limit. */
const MAX_CHARACTERS = 120;

/**
 * What matches a query. Each keystroke starts a new request and cancels the last one. Until the response arrives,
 * earlier results stay if their name still matches.
 */
export function useSearchResults(place: SearchPlace, query: string): Found {
  const { organizationId, isPlatform } = place;
  const text = query.trim().slice(0, MAX_CHARACTERS);
  const request = useFoundRequest(place, query);
  const isOn = text !== "";
  const directory = useQuery({
    queryKey: ["platform", "search", text],
    queryFn: ({ signal }) => call("searchDirectory", { params: {}, query: { q: text }, signal }),
    placeholderData: keepPreviousData,
    enabled: isOn && isPlatform,
    retry: false,
  });
  const clients = useQuery({
    ...listClientsQuery(organizationId ?? "", { q: text, page_size: MAX_SHOWN }),
    enabled: isOn && organizationId !== null,
    retry: false,
  });
  const { isFetching, isError, isPlaceholderData } = isPlatform ? directory : clients;
  if (!isOn || (!isPlatform && organizationId === null)) {
    return { objects: [], request, state: "idle" };
  }
  if (isError) return { objects: [], request, state: "failed" };
  const all: readonly FoundObject[] = isPlatform
    ? (directory.data?.items ?? [])
    : (clients.data?.items ?? []).map(({ client_id: id, meta, status }) => ({
        kind: "client",
        id,
        name: meta.name,
        status,
      }));
  const objects = all.filter(({ name }) => !isPlaceholderData || plain(name).includes(plain(text)));
  return { objects, request, state: isFetching ? "searching" : "found" };
}

// Other ids may be names of anything.
const REQUEST_ID = /^[0-9a-f]{24}$/i;

/**
 * The request with this id. It is offered before the response arrives, because only the page that opens it knows every
 * organization of the person. A client's id looks the same, so one that is found elsewhere is no request.
 */
function useFoundRequest({ organizationId, isPlatform }: SearchPlace, query: string) {
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
  return isId ? { id, detail: data ?? null } : null;
}
