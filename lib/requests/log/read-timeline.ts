import type { Columns } from "@/lib/core/db/declared-sql";
import { sql } from "@/lib/core/db/sql";
import { CALL_COLUMNS, EVENT_COLUMNS, type RequestRow } from "@/lib/requests/log/row-sql";
import type { RequestDetail } from "@/lib/requests/log/schemas";

type Step = RequestDetail["timeline"][number];

type StepRow = {
  at: Date;
  kind: Step["kind"];
  outcome: Step["outcome"];
  code: string | null;
  check: string | null;
  byPerson: boolean;
  person: string | null;
  id: string | null;
  requestId: string | null;
};

/** How many rows of a client are read, of which only those for the same company count. */
const READ = 300;
/** Steps of a timeline. */
const MAX_STEPS = 12;

const TYPES = {
  at: "timestamptz",
  kind: "text",
  outcome: "text",
  code: "text",
  check: "text",
  byPerson: "bool",
  person: "text",
  id: "text",
  requestId: "text",
} satisfies Columns<StepRow>;

const IS_SAME = `r.company_id IS NOT DISTINCT FROM :companyId::bigint
  AND r.organization_id IS NOT DISTINCT FROM :organizationId::text`;

const newest = (table: string, alias: string, columns: string) => `
  (SELECT ${columns} FROM ${table} ${alias}
  WHERE ${alias}.client_id = :clientId AND ${alias}.created_at <= :until AND ${alias}.created_at >= :from
  ORDER BY ${alias}.created_at DESC LIMIT ${READ})`;

const readSteps = sql<
  {
    clientId: string;
    companyId: number | null;
    organizationId: string | null;
    from: Date;
    until: Date;
    withNames: boolean;
  },
  StepRow
>(
  "read-timeline",
  TYPES,
  `
  SELECT r.created_at AS at, r.kind, r.outcome, r.code, r."check", false AS "byPerson", NULL AS person, r.key AS id,
    r.request_id AS "requestId"
  FROM (
    ${newest("authorization_events", "e", EVENT_COLUMNS)}
    UNION ALL ${newest("calls", "k", CALL_COLUMNS)}
  ) r
  WHERE ${IS_SAME} AND r.kind <> 'bearer'
  UNION ALL
  SELECT h.created_at, 'install', 'allowed', h.change::text, NULL, h.user_id IS NOT NULL,
    CASE WHEN :withNames AND u.erased_at IS NULL THEN nullif(btrim(concat(u.first_name, ' ', u.last_name)), '') END,
    NULL, NULL
  FROM grants r JOIN grant_events h ON h.grant_id = r.id LEFT JOIN users u ON u.id = h.user_id
  WHERE r.client_id = :clientId AND ${IS_SAME} AND h.created_at <= :until
  ORDER BY 1, 8`,
  { plan: "each time" },
);

const DAYS = 90;

/**
 * What happened with a request's client for the same company until then, oldest first. Equal steps in a row are one.
 * @param withNames whether the reader may know the people of the company
 */
export async function readTimeline(request: RequestRow, withNames: boolean): Promise<Step[]> {
  const { clientId, companyId, organizationId, createdAt } = request;
  if (clientId === null || (companyId === null && organizationId === null)) return [];
  const from = new Date(createdAt.getTime() - DAYS * 86_400_000);
  const values = { clientId, companyId, organizationId, from, until: createdAt, withNames };
  const steps: Step[] = [];
  for (const { at, byPerson, requestId, ...row } of await readSteps(values)) {
    const last = steps.at(-1);
    const step = {
      ...row,
      at: at.toISOString(),
      by_person: byPerson,
      count: 1,
      request_id: requestId,
    };
    if (last && isEqual(last, step)) {
      steps[steps.length - 1] = { ...step, count: last.count + 1 };
    } else steps.push(step);
  }
  return steps.slice(-MAX_STEPS);
}

function isEqual(one: Step, other: Step): boolean {
  return (["kind", "outcome", "code", "check"] as const).every((key) => one[key] === other[key]);
}
