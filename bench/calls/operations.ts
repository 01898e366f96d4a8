import { daysAgo, unknownRequestId } from "@/bench/calls/pages";
import type { CallReaders } from "@/bench/calls/seed-owners";
import type { Measure } from "@/bench/sizes/time-stores";
import type { CallLog, CallSpan } from "@/lib/requests/calls/call-log";
import { pageOfLog } from "@/lib/requests/calls/list-calls";
import { listCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { readCalls } from "@/lib/requests/calls/repository";
import { followLog } from "@/lib/requests/live/follow-log";

/** The operations that read the API log: mostly the time of the database. */
export function callOperations({ organizationId, clientId, companyId }: CallReaders): Measure[] {
  const client: CallLog = { organizationId, clientId };
  const organization: CallLog = { organizationId, clientId: null };
  const company: CallLog = { companyId, clientId: null };
  const none = { status: "5xx" };
  return [
    list("client: first page", client),
    list("client: 200 calls, three days ago", client, { limit: "200", to: daysAgo(3) }),
    list("client: none match", client, none),
    list("client: a request id", client, { request_id: unknownRequestId(2) }),
    poll("client: one poll for live calls", client),
    list("organization: first page", organization),
    list("organization: none match", organization, none),
    poll("organization: one poll for live calls", organization),
    list("company: first page", company),
    list("company: one client", { companyId, clientId }),
    list("company: none match", company, none),
  ];
}

function list(name: string, log: CallLog, query: Record<string, string> = {}): Measure {
  const parsed = listCallsQuerySchema.parse(query);
  return { name, run: () => pageOfLog(log, parsed) };
}

function poll(name: string, log: CallLog): Measure {
  const read = async (span: CallSpan, limit: number) => {
    const { calls, reached } = await readCalls(log, span, {}, limit);
    return { rows: calls, reached };
  };
  const keyOf = ({ requestId }: { requestId: string }) => requestId;
  return { name, run: () => followLog({ read, keyOf }, new Date())() };
}
