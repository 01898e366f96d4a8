import { z } from "zod";
import { clientViews, toApiQuery } from "@/components/clients/client-list-state";
import { listClientsQuerySchema } from "@/lib/clients/query-schemas";
import { parseListState } from "@/lib/core/http/parse-list-state";
import type { SearchParams } from "@/lib/core/http/search-params";

const { q, status, client_type, tag, sort, page_no } = listClientsQuerySchema.shape;
const view = z.enum(clientViews).optional();
const addressSchema = z.object({ view, q, status, type: client_type, tag, sort, page: page_no });

/** Reads the state of the client list, and its API query, from a page's search parameters. */
export function readClientList(params: SearchParams) {
  const { state } = parseListState(addressSchema, params);
  return { state, query: listClientsQuerySchema.parse(toApiQuery(state)) };
}
