import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api/client/call";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { DirectoryKind } from "@/lib/platform/search/values";
import type { RequestDetail } from "@/lib/requests/log/schemas";
import { requestQuery } from "../requests/log-scope";
import { plain } from "./command";
import type { PaletteContext } from "./use-commands";

/** A client of the organization, or what an operator administers. */
export interface FoundObject {
  kind: DirectoryKind | "client";
  id: string;
  name: string;
  /** Of a client. */
  status?: ClientResponse["status"];
}

/** What the server finds. */
export interface Found {
  /** The best matches first. */
  objects: readonly FoundObject[];
  /** A request id that was typed, with what the console knows about it: null if it may be another organization's. */
  request: { id: string; detail: RequestDetail | null } | null;
  state: "idle" | "searching" | "found" | "failed";
}

const MAX_SHOWN = 6;
/** The API's limit. */
const MAX_CHARACTERS = 120;

// Other ids may be names of anything.
const REQUEST_ID = /^[0-9a-f]{24}$/i;

/**
 * What matches a query. Each keystroke starts a new request and cancels the last one. Until the response arrives,
 * earlier results stay if their name still matches. The request with a typed id is offered at once, because only the
 * page that opens it knows every organization of the person.
 */
export function useSearchResults(
  { organizationId, isPlatform }: PaletteContext,
  query: string,
): Found {
  const text = query.trim().slice(0, MAX_CHARACTERS);
  const canSearch = isPlatform || organizationId !== null;
  const isOn = text !== "" && canSearch;
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: ["found", organizationId, text],
    queryFn: ({ signal }) => findObjects(organizationId, text, signal),
    placeholderData: keepPreviousData,
    enabled: isOn,
    retry: false,
  });
  const id = text.toLowerCase();
  const isId = REQUEST_ID.test(id);
  const requestById = useQuery({
    ...requestQuery({ organizationId, clientId: null }, id),
    enabled: isId && canSearch,
  });
  const request = isId ? { id, detail: requestById.data ?? null } : null;
  if (!isOn) return { objects: [], request, state: "idle" };
  if (isError) return { objects: [], request, state: "failed" };
  const stays = ({ name }: FoundObject) => !isPlaceholderData || plain(name).includes(plain(text));
  const objects = (data ?? []).filter(stays);
  return { objects, request, state: isFetching ? "searching" : "found" };
}

/** Clients of the organization; without one, anything in the directory. */
async function findObjects(
  organizationId: string | null,
  q: string,
  signal: AbortSignal,
): Promise<readonly FoundObject[]> {
  if (organizationId === null) {
    return (await call("searchDirectory", { params: {}, query: { q }, signal })).items;
  }
  const query = { q, page_size: MAX_SHOWN };
  const params = { organization_id: organizationId };
  const { items } = await call("listClients", { params, query, signal });
  return items.map(({ client_id: id, meta, status }) => ({
    kind: "client",
    id,
    name: meta.name,
    status,
  }));
}
