import { z } from "zod";
import { isId } from "@/lib/core/crypto/ids";
import { column, first, type RowOf, sql } from "@/lib/core/db/sql";
import { type Difference, describeDifference } from "@/lib/core/diagnosis/difference";
import { ServiceError } from "@/lib/core/errors";
import { PERSON_NAME } from "@/lib/core/full-name";
import type { Locale } from "@/lib/core/i18n/locales";
import { toWire } from "@/lib/core/schemas/to-wire";
import type { ApiAccess } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";
import { INSTALLATION, type LogOwner, ORGANIZATION } from "@/lib/requests/log/owners";
import {
  CALL_COLUMNS,
  EVENT_COLUMNS,
  NAMES,
  REQUEST_TYPES,
  type RequestRow,
  ROW,
} from "@/lib/requests/log/row-sql";
import {
  deniedInputSchema,
  type RequestDetail,
  requestDetailSchema,
  stepSchema,
} from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { serializeFix, serializeRequest } from "@/lib/requests/log/serialize";
import { spanOfId } from "@/lib/requests/log/span";

const requestInPath = {
  request_id: z
    .string()
    .refine((text) => parseEntryId(text) !== null, "must be the id of a request")
    .meta({
      description:
        "The id of the request, or the `id` of its entry in the list. Callers may send an `x-request-id` that another request has; it then leads to the first of these requests.",
      example: "6740f1c2a9d34e0b7c51f300",
    }),
};

/** Returns one request of a client of the caller's organization, with its cause and what happened before. */
export const getRequest = getOf("getRequest", ORGANIZATION);

/** The same for any request of the installation. */
export const getPlatformRequest = getOf("getPlatformRequest", INSTALLATION);

/** @throws ServiceError not_found, forbidden, or insufficient_scope */
function getOf<const Id extends string, A extends ApiAccess, P extends z.ZodObject>(
  id: Id,
  { path, access, params, of, scopeOf }: LogOwner<A, P>,
) {
  return operation({
    id,
    request: { route: `GET ${path}/{request_id}`, params: params.extend(requestInPath) },
    access,
    summary: `Get one of the requests ${of}`,
    description:
      "Returns one request with what was sent (redacted), how it differs from what is registered, the likely fix, and what happened with this client for the same company before.",
    tag: "Requests",
    returns: json(requestDetailSchema, "The request."),
    async run(context) {
      const scope = scopeOf(context.caller, context.params);
      return { body: await detailOf(scope, String(context.params.request_id), context.locale) };
    },
  });
}

async function detailOf(
  scope: RequestScope,
  requestId: string,
  locale: Locale,
): Promise<RequestDetail> {
  const row = await findRequest(scope, requestId);
  if (!row) throw new ServiceError("not_found", "There is no such request.");
  const fix = serializeFix(row.fix);
  return {
    ...serializeRequest(row),
    ...toWire(row, requestDetailSchema),
    difference: row.difference && describeDifference(row.difference),
    difference_parts: [...(row.difference ?? [])],
    fix,
    input: deniedInputSchema.nullable().parse(row.input),
    missing_scopes: await describeMissing(fix, row.clientScopes, locale),
    timeline: await readTimeline(row, scope.organizationId === null),
  };
}

// A fix that needs scopes names them; the client may have got them since.
async function describeMissing(
  fix: RequestDetail["fix"],
  clientScopes: readonly string[],
  locale: Locale,
): Promise<RequestDetail["missing_scopes"]> {
  const needed = z.array(z.string()).safeParse(fix?.scopes).data ?? [];
  const missing = needed.filter((scope) => !clientScopes.includes(scope));
  const described = await describeScopes(missing, locale);
  return described.map(({ name, sentence }) => ({ name, text: sentence }));
}

type Step = RequestDetail["timeline"][number];

const TYPES = {
  at: "timestamptz",
  kind: column<Step["kind"]>("text"),
  outcome: column<Step["outcome"]>("text"),
  code: "text?",
  check: "text?",
  byPerson: "bool",
  person: "text?",
  id: "text?",
  requestId: "text?",
} as const;

type StepRow = RowOf<typeof TYPES>;

/** How many rows of a client are read, of which only those for the same company count. */
const READ = 300;
/** Steps of a timeline. */
const MAX_STEPS = 12;

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
    CASE WHEN :withNames THEN ${PERSON_NAME("u")} END,
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
async function readTimeline(request: RequestRow, withNames: boolean): Promise<Step[]> {
  const { clientId, companyId, organizationId, createdAt } = request;
  if (clientId === null || (companyId === null && organizationId === null)) return [];
  const from = new Date(createdAt.getTime() - DAYS * 86_400_000);
  const values = { clientId, companyId, organizationId, from, until: createdAt, withNames };
  const steps: Step[] = [];
  for (const row of await readSteps(values)) {
    const last = steps.at(-1);
    const step = { ...toWire(row, stepSchema), count: 1 };
    if (last && isEqual(last, step)) steps.splice(-1, 1, { ...step, count: last.count + 1 });
    else steps.push(step);
  }
  return steps.slice(-MAX_STEPS);
}

function isEqual(one: Step, other: Step): boolean {
  return (["kind", "outcome", "code", "check"] as const).every((key) => one[key] === other[key]);
}

const DETAIL_TYPES = {
  ...REQUEST_TYPES,
  message: "text?",
  difference: column<Difference | null>("jsonb?"),
  fix: "jsonb?",
  input: "jsonb?",
  /** Those that the client has now. */
  clientScopes: "text[]",
} as const;

/** A request with everything that is stored about it. */
type DetailRow = RowOf<typeof DETAIL_TYPES>;

type FindValues = RequestScope & {
  requestId: string;
  /** Null for whichever request has the id. */
  eventId: string | null;
  /** When the call began, if the request is one. */
  from: Date;
  before: Date;
};

const inScope = (alias: string) => `(:organizationId::text IS NULL OR EXISTS (SELECT FROM clients o
    WHERE o.client_id = ${alias}.client_id AND o.organization_id = :organizationId))
  AND (:companyId::bigint IS NULL OR ${alias}.company_id = :companyId)
  AND (:clientId::text IS NULL OR ${alias}.client_id = :clientId)`;

/**
 * What is stored under an id: a call, an event, or both. A call knows how it ended, and its event why. Both are found by
 * index; the call in the second that the id contains. Callers may choose ids that others have: the client whose request
 * was first keeps the id, and among its requests those that authenticated.
 */
const findRows = sql<FindValues, DetailRow>(
  "find-request",
  DETAIL_TYPES,
  `
  WITH call AS (
    SELECT ${CALL_COLUMNS} FROM calls k
    WHERE k.request_id = :requestId AND k.created_at >= :from AND k.created_at <= :before AND ${inScope("k")}
      AND :eventId::bigint IS NULL
    LIMIT 1
  ),
  event AS (
    SELECT ${EVENT_COLUMNS}, e.detail AS message, e.difference, e.fix, e.input
    FROM authorization_events e
    WHERE e.request_id = :requestId AND (:eventId::bigint IS NULL OR e.id = :eventId) AND ${inScope("e")}
      AND NOT EXISTS (SELECT FROM call WHERE e.kind <> 'bearer' OR e.client_id IS DISTINCT FROM call.client_id)
    ORDER BY min(e.created_at) OVER (PARTITION BY e.client_id), e.client_id, e.authenticated DESC, e.created_at, e.id
    LIMIT 1
  ),
  r AS (
    SELECT call.*, event.message, event.difference, event.fix, event.input, event.code AS cause
    FROM call LEFT JOIN event ON true
    UNION ALL
    SELECT event.*, event.code FROM event WHERE NOT EXISTS (SELECT FROM call)
  )
  SELECT ${ROW}, r.cause AS code, r.more, r.message, r.difference, r.fix, r.input,
    coalesce(c.scopes, '{}') AS "clientScopes"
  FROM r ${NAMES}`,
  { plan: "each time" },
);

/** A request of a scope by its id, as `parseEntryId` reads it; null if the scope has none. */
export async function findRequest(scope: RequestScope, id: string): Promise<DetailRow | null> {
  const entry = parseEntryId(id);
  if (!entry) return null;
  // A caller's own id contains no time, and no call has one.
  const span = isId(entry.requestId)
    ? spanOfId(entry.requestId)
    : { from: new Date(0), before: new Date(0) };
  return first(await findRows({ ...scope, ...entry, ...span }));
}
