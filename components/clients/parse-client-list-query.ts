import { z } from "zod";
import { clientSorts, listClientsQuerySchema } from "@/lib/clients/query-schemas";
import { ALL_CLIENTS, type ClientListQuery, clientViews, statusFilters } from "./client-list-query";

const { q, client_type, tag, page_no } = listClientsQuerySchema.shape;

// People edit addresses by hand, so a value that is invalid counts as missing.
const clientListQuerySchema = z.object({
  view: z.enum(clientViews).optional().catch(undefined),
  q: q.catch(undefined).transform((text) => text ?? ""),
  status: z.enum(statusFilters).catch(ALL_CLIENTS.status),
  type: client_type.catch(undefined),
  tag: tag.catch(undefined),
  sort: z.enum(clientSorts).catch(ALL_CLIENTS.sort),
  page: page_no.catch(1),
});

/** Reads the state from a page's search parameters. */
export function parseClientListQuery(
  params: Readonly<Record<string, string | string[] | undefined>>,
): ClientListQuery {
  return { ...ALL_CLIENTS, ...clientListQuerySchema.parse(params) };
}
