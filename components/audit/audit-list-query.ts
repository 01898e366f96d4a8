import { z } from "zod";
import { listAuditQuerySchema } from "@/lib/audit/query-schemas";
import { timestampOfControl } from "../ui/utc-timestamp";

const { action, actor, client_id, target, request_id, from, to, page_no } =
  listAuditQuerySchema.shape;

// People edit addresses by hand, so a value that is invalid counts as missing.
const auditListQuerySchema = z.object({
  action: action.catch(undefined),
  actor: actor.catch(undefined),
  client_id: client_id.catch(undefined),
  target: target.catch(undefined),
  request_id: request_id.catch(undefined),
  from: z.preprocess(timestampOfControl, from).catch(undefined),
  to: z.preprocess(timestampOfControl, to).catch(undefined),
  page: page_no.catch(1),
});

/** State of an audit log, all of which is in the URL. */
export type AuditListQuery = z.output<typeof auditListQuerySchema>;

/** Reads the state from a page's search parameters. */
export function parseAuditListQuery(
  params: Readonly<Record<string, string | string[] | undefined>>,
): AuditListQuery {
  return auditListQuerySchema.parse(params);
}
