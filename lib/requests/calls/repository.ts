import { sql } from "@/lib/core/db/sql";
import type { CallLog, CallPosition, CallSpan } from "@/lib/requests/calls/call-log";
import {
  CALL_TYPES,
  type CallRow,
  CLIENT_LOG,
  COMPANY_LOG,
  type MatchValues,
  ORGANIZATION_LOG,
  pageOfCalls,
  type SpanValues,
} from "@/lib/requests/calls/list-sql";
import type { CallMatch } from "@/lib/requests/calls/query-schemas";

/** Calls that a page reads of each client or company, without filters: one more than it shows. */
const READ_SHORT = 51;
const READ_LONG = 201;
/** The same with filters, for a company or a client: each of its calls may be on a different page of the table. */
const READ_FILTERED = 250;
/** The same limit for each client, if there may be many. */
const READ_FILTERED_OF_EACH = 100;
type PageRow = ({ reachedAt: Date; reachedId: string } | { reachedAt: null }) &
  (CallRow | { requestId: null });

const PAGE_TYPES = { reachedAt: "timestamptz", reachedId: "text", ...CALL_TYPES } as const;

type Values = SpanValues & MatchValues & { limit: number };

const pageStatement = (name: string, text: string) =>
  sql<Values, PageRow>(name, PAGE_TYPES, text, { plan: "each time" });

/** How each kind of log is read. */
const STATEMENTS = {
  client: {
    short: pageStatement("list-client-calls", pageOfCalls(CLIENT_LOG, READ_SHORT)),
    long: pageStatement("list-many-client-calls", pageOfCalls(CLIENT_LOG, READ_LONG)),
    match: pageStatement("match-client-calls", pageOfCalls(CLIENT_LOG, READ_FILTERED)),
  },
  organization: {
    short: pageStatement("list-organization-calls", pageOfCalls(ORGANIZATION_LOG, READ_SHORT)),
    long: pageStatement("list-many-organization-calls", pageOfCalls(ORGANIZATION_LOG, READ_LONG)),
    match: pageStatement(
      "match-organization-calls",
      pageOfCalls(ORGANIZATION_LOG, READ_FILTERED_OF_EACH),
    ),
  },
  company: {
    short: pageStatement("list-company-calls", pageOfCalls(COMPANY_LOG, READ_SHORT)),
    long: pageStatement("list-many-company-calls", pageOfCalls(COMPANY_LOG, READ_LONG)),
    match: pageStatement("match-company-calls", pageOfCalls(COMPANY_LOG, READ_FILTERED)),
  },
} as const;

/** Matching calls of a log, newest first. */
export type FoundCalls = {
  calls: CallRow[];
  /** Where reading stopped before the end of the time span; null if it did not. */
  reached: CallPosition | null;
};

/** The newest calls of a log in a time span that match. @param limit at most 201 */
export async function readCalls(
  log: CallLog,
  span: CallSpan,
  match: CallMatch,
  limit: number,
): Promise<FoundCalls> {
  const { short, long, match: filtered } = STATEMENTS[kindOf(log)];
  const values = { ...spanValues(log, span), ...matchValues(match), limit };
  const unfiltered = limit <= READ_SHORT ? short : long;
  const rows = await (isUnfiltered(log, match) ? unfiltered : filtered)(values);
  const [first] = rows;
  return {
    calls: rows.filter((row) => row.requestId !== null),
    reached: first?.reachedAt ? { createdAt: first.reachedAt, requestId: first.reachedId } : null,
  };
}

function kindOf(log: CallLog): keyof typeof STATEMENTS {
  if ("companyId" in log) return "company";
  return log.clientId === null ? "organization" : "client";
}

function spanValues(log: CallLog, { from, before, belowId }: CallSpan): SpanValues {
  const owner = "companyId" in log ? log.companyId : log.organizationId;
  return { owner, clientId: log.clientId, from, before, belowId };
}

function matchValues(match: CallMatch): MatchValues {
  const [kind = null, ...id] = match.caller?.split(":") ?? [];
  return {
    method: match.method ?? null,
    path: match.path ?? null,
    statusFrom: match.status ? Number.parseInt(match.status, 10) * 100 : null,
    denied: match.denied ?? null,
    callerKind: kind,
    callerId: id.length > 0 ? id.join(":") : null,
    requestId: match.request_id ?? null,
  };
}

// In a company's log, the client is a filter too; in an organization's, an index has the calls of each.
function isUnfiltered(log: CallLog, { client_id: _, ...match }: CallMatch): boolean {
  const onlyTheLog = !("companyId" in log) || log.clientId === null;
  return onlyTheLog && Object.values(match).every((value) => value === undefined);
}
