import { z } from "zod";
import { listAuditQuerySchema } from "@/lib/audit/query-schemas";
import { momentOfControl } from "../ui/utc-moment";

const { action, actor, client_id, target, request_id, from, to, page_no } =
  listAuditQuerySchema.shape;

// Addresses are typed and cut by hand: what cannot be read is as if it were not there.
const auditListQuerySchema = z.object({
  action: action.catch(undefined),
  actor: actor.catch(undefined),
  client_id: client_id.catch(undefined),
  target: target.catch(undefined),
  request_id: request_id.catch(undefined),
  from: z.preprocess(momentOfControl, from).catch(undefined),
  to: z.preprocess(momentOfControl, to).catch(undefined),
  page: page_no.catch(1),
});

/** State of an audit log; all of it is in the URL. */
export type AuditListQuery = z.output<typeof auditListQuerySchema>;

/** Entries of a page of the log. */
export const AUDIT_PAGE_SIZE = 20;

/** Reads the state from a page's search parameters. */
export function parseAuditListQuery(
  params: Readonly<Record<string, string | string[] | undefined>>,
): AuditListQuery {
  return auditListQuerySchema.parse(params);
}

/** What narrows the log, as names and values for addresses and forms. */
export function filtersOf({ page: _, ...filters }: AuditListQuery): [string, string][] {
  return Object.entries(filters).filter(
    (filter): filter is [string, string] => filter[1] !== undefined,
  );
}

/** Address of the log at `path` in a state; what equals the default is left out. */
export function auditListHref(path: string, query: AuditListQuery): string {
  const params = new URLSearchParams(filtersOf(query));
  if (query.page !== 1) params.set("page", String(query.page));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** The state as the query of the API's list. */
export function toApiQuery({
  page,
  ...filters
}: AuditListQuery): z.output<typeof listAuditQuerySchema> {
  return { ...filters, page_no: page, page_size: AUDIT_PAGE_SIZE };
}
