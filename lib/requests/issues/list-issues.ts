import { column, type RowOf, sql } from "@/lib/core/db/sql";
import { PERSON_NAME } from "@/lib/core/full-name";
import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { toWire } from "@/lib/core/schemas/to-wire";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  type Issue,
  issueListSchema,
  issueSchema,
  listIssuesQuerySchema,
} from "@/lib/requests/issues/schemas";
import { ISSUE_DAYS, type issueStates } from "@/lib/requests/issues/values";
import { clientsSql } from "@/lib/requests/log/scope";
import { serializeFix } from "@/lib/requests/log/serialize";
import { totalsOfEvents } from "@/lib/requests/log/totals-sql";

const ISSUES = { list: "issues", first: "" };

export const listIssues = operation({
  id: "listIssues",
  request: {
    route: "GET /service/partner/authorization/v1.0/organization/{organization_id}/issues",
    params: organizationParams,
    query: listIssuesQuerySchema,
  },
  access: organization("clients:read"),
  summary: "List the issues of all clients",
  description: `Groups denied requests of the last ${ISSUE_DAYS} days by client and cause, with how often and when each was seen. An issue that was resolved opens again when its cause returns.`,
  tag: "Requests",
  returns: json(issueListSchema, "A page of issues."),
  async run({ caller: { organizationId }, query: { state, client_id, cursor, limit } }) {
    const [afterTime, afterClient = "", afterCheck = ""] = readCursor(ISSUES, cursor).split(" ");
    const read = await readIssues({
      organizationId,
      clientId: client_id ?? null,
      state: state ?? null,
      afterTime: afterTime || null,
      afterClient,
      afterCheck,
      limit: limit + 1,
    });
    const keyOf = (row: IssueRow) => `${row.lastAt.toISOString()} ${row.clientId} ${row.check}`;
    const { rows, page } = cursorPage(ISSUES.list, limit, read, keyOf);
    return { body: { items: rows.map(serializeIssue), page } };
  },
});

const ISSUE_ROW = {
  clientId: "text",
  clientName: "text",
  check: "text",
  state: column<(typeof issueStates)[number]>("text"),
  count: "int4",
  /** The days with denials, by how long ago they were. */
  days: column<Record<string, number>>("json"),
  recent: "int4",
  recentBefore: "int4",
  firstAt: "timestamptz",
  lastAt: "timestamptz",
  /** The last denial; null if it has no row. */
  requestId: "text?",
  fix: "jsonb?",
  resolvedAt: "timestamptz?",
  resolvedBy: "text?",
} as const;

type IssueRow = RowOf<typeof ISSUE_ROW>;

const START = `(date_trunc('day', now(), 'UTC') - ${ISSUE_DAYS - 1} * interval '24 hours')`;

const IS_OPEN = "(x.resolved_at IS NULL OR i.last_at > x.resolved_at)";

// The gate's denials are among the events, at most 60 a minute for each client, and all of them among the calls. The
// index of denied totals has the first of a cause, and the time of the last one leads to its event.
const readIssues = sql<
  {
    organizationId: string;
    clientId: string | null;
    state: string | null;
    afterTime: string | null;
    afterClient: string;
    afterCheck: string;
    limit: number;
  },
  IssueRow
>(
  "list-issues",
  ISSUE_ROW,
  `
  WITH own AS (
    SELECT client_id, name FROM clients
    WHERE organization_id = :organizationId AND deleted_at IS NULL AND (:clientId::text IS NULL OR client_id = :clientId)
  ),
  hours AS (
    SELECT client_id, "check", hour, max(count)::int AS count, coalesce(min(first_at), hour) AS first_at,
      coalesce(max(last_at), hour) AS last_at
    FROM (
      SELECT client_id, "check", hour, sum(count) AS count, min(first_at) AS first_at, max(last_at) AS last_at
      FROM (${totalsOfEvents(clientsSql("SELECT client_id FROM own"), START)}) t
      WHERE outcome = 'refused' GROUP BY 1, 2, 3
      UNION ALL
      SELECT h.client_id, h.denial, h.hour, h.calls, NULL, NULL
      FROM own s JOIN call_hours h USING (client_id) WHERE h.hour >= ${START} AND h.denial <> ''
    ) each GROUP BY 1, 2, 3
  ),
  days AS (
    SELECT client_id, "check", (now() AT TIME ZONE 'UTC')::date - (hour AT TIME ZONE 'UTC')::date AS ago,
      sum(count)::int AS count, min(first_at) AS first_at, max(last_at) AS last_at,
      coalesce(sum(count) FILTER (WHERE hour > now() - interval '24 hours'), 0)::int AS recent,
      coalesce(sum(count) FILTER (WHERE hour <= now() - interval '24 hours' AND hour > now() - interval '48 hours'), 0)::int
        AS recent_before
    FROM hours GROUP BY 1, 2, 3
  ),
  issues AS (
    SELECT client_id, "check", sum(count)::int AS count, json_object_agg(ago, count) AS days, sum(recent)::int AS recent,
      sum(recent_before)::int AS recent_before, min(first_at) AS first_at, max(last_at) AS last_at
    FROM days GROUP BY 1, 2
  ),
  page AS (
    SELECT i.*, x.resolved_at, x.resolved_by, CASE WHEN ${IS_OPEN} THEN 'open' ELSE 'resolved' END AS state
    FROM issues i LEFT JOIN issue_resolutions x USING (client_id, "check")
    WHERE (:state::text IS NULL OR ${IS_OPEN} = (:state = 'open'))
      AND (i.last_at, i.client_id, i."check") < (coalesce(:afterTime::timestamptz, 'infinity'), :afterClient::text, :afterCheck::text)
    ORDER BY i.last_at DESC, i.client_id DESC, i."check" DESC LIMIT :limit
  )
  SELECT p.client_id AS "clientId", own.name AS "clientName", p."check", p.state, p.count, p.days, p.recent,
    p.recent_before AS "recentBefore", coalesce(least(p.first_at, t.first_at), p.first_at) AS "firstAt",
    p.last_at AS "lastAt", e.request_id AS "requestId", e.fix, p.resolved_at AS "resolvedAt",
    ${PERSON_NAME("u")} AS "resolvedBy"
  FROM page p JOIN own USING (client_id)
  LEFT JOIN users u ON u.id = p.resolved_by
  LEFT JOIN LATERAL (
    SELECT first_at FROM event_totals t
    WHERE t.outcome = 'refused' AND t.client_id = p.client_id AND t."check" = p."check" ORDER BY t.hour LIMIT 1
  ) t ON true
  LEFT JOIN LATERAL (
    SELECT e.request_id, e.fix FROM authorization_events e
    WHERE e.client_id = p.client_id AND e.created_at = p.last_at AND coalesce(e."check", 'request') = p."check" LIMIT 1
  ) e ON true
  ORDER BY p.last_at DESC, p.client_id DESC, p."check" DESC`,
);

function serializeIssue(row: IssueRow): Issue {
  return {
    ...toWire(row, issueSchema),
    client: { id: row.clientId, name: row.clientName },
    days: Array.from({ length: ISSUE_DAYS }, (_, day) => row.days[ISSUE_DAYS - 1 - day] ?? 0),
    fix: serializeFix(row.fix),
  };
}
