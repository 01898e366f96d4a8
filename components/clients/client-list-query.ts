import { z } from "zod";
import { clientSorts, listClientsQuerySchema } from "@/lib/clients/query-schemas";

const statuses = ["all", "active", "inactive"] as const;
export type ClientStatus = (typeof statuses)[number];

/** Sets of clients that people look for again and again. */
export const clientViews = ["never_used", "localhost", "deleted"] as const;
export type ClientView = (typeof clientViews)[number];

const DEFAULT_SORT = "-created_at";
const { q, client_type, tag, page_no } = listClientsQuerySchema.shape;

// Addresses are typed and cut by hand: what cannot be read is as if it were not there.
const clientListQuerySchema = z.object({
  view: z.enum(clientViews).optional().catch(undefined),
  q: q.catch(undefined).transform((text) => text ?? ""),
  status: z.enum(statuses).catch("all"),
  type: client_type.catch(undefined),
  tag: tag.catch(undefined),
  sort: z.enum(clientSorts).catch(DEFAULT_SORT),
  page: page_no.catch(1),
});

/** State of the client list; all of it is in the URL. */
export type ClientListQuery = z.output<typeof clientListQuerySchema>;

/** Clients of a page of the list. */
export const CLIENT_PAGE_SIZE = 20;

/** Reads the state from a page's search parameters. */
export function parseClientListQuery(
  params: Readonly<Record<string, string | string[] | undefined>>,
): ClientListQuery {
  return clientListQuerySchema.parse(params);
}

/** Address of the list at `path` in a state; what equals the default is left out. */
export function clientListHref(path: string, query: ClientListQuery): string {
  const params = new URLSearchParams();
  if (query.view) params.set("view", query.view);
  if (query.q) params.set("q", query.q);
  if (query.status !== "all") params.set("status", query.status);
  if (query.type) params.set("type", query.type);
  if (query.tag) params.set("tag", query.tag);
  if (query.sort !== DEFAULT_SORT) params.set("sort", query.sort);
  if (query.page !== 1) params.set("page", String(query.page));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** Whether the query leaves out anything of its view, so that an empty list means "no match". */
export function isFiltered({ q, status, type, tag }: ClientListQuery): boolean {
  return q !== "" || status !== "all" || type !== undefined || tag !== undefined;
}

/** The state as the query of the API's list. */
export function toApiQuery(query: ClientListQuery): z.output<typeof listClientsQuerySchema> {
  return {
    page_no: query.page,
    page_size: CLIENT_PAGE_SIZE,
    is_active: query.status === "all" ? undefined : query.status === "active",
    q: query.q || undefined,
    tag: query.tag,
    client_type: query.type,
    never_used: query.view === "never_used",
    loopback_redirect: query.view === "localhost",
    deleted: query.view === "deleted",
    sort: query.sort,
  };
}
