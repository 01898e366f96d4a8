import { column, type RowOf } from "@/lib/core/db/sql";
import { PERSON_NAME } from "@/lib/core/full-name";
import { OUTCOME } from "@/lib/protocol/events/outcome-sql";
import { type EventKind, eventKindNames, eventKinds } from "@/lib/protocol/events/values";
import { MARK } from "@/lib/requests/log/entry-id-values";
import { hasInstalled } from "@/lib/requests/log/scope";
import type { CallerKind, RequestOutcome } from "@/lib/requests/log/values";

export const REQUEST_TYPES = {
  /** Unique, as `entry-id-values.ts` says; with the time, its place in the log. */
  key: "text",
  requestId: "text",
  createdAt: "timestamptz",
  kind: column<EventKind | "call">("text"),
  outcome: column<RequestOutcome>("text"),
  /** The error code, or what was issued; null for a call. */
  code: "text?",
  check: "text?",
  method: "text",
  path: "text?",
  status: "int4?",
  milliseconds: "int4?",
  clientId: "text?",
  clientName: "text?",
  /** The owner of the client. */
  ownerId: "text?",
  companyId: "int8?",
  companyName: "text?",
  /** Whether the company is a sandbox, which only those may know who may know its name. */
  isTrial: "bool",
  organizationId: "text?",
  /** Similar denials that have no row, or that a brief list leaves out. */
  more: "int4",
  /** Whether the caller authenticated as the client. */
  authenticated: "bool",
  /** Who called; null for an event. */
  callerKind: column<CallerKind | null>("text?"),
  callerId: "text?",
  callerName: "text?",
  /** The scope that allowed a call. */
  scope: "text?",
} as const;

/** A request as stored, with current names: an event of the flow, or a call of the API log. */
export type RequestRow = RowOf<typeof REQUEST_TYPES>;

const SUBJECT = "coalesce('company/' || e.company_id, 'organization/' || e.organization_id)";

const wherePath = (kind: EventKind, path: string) =>
  `WHEN '${kind}' THEN concat('${path.replace("/{subject}", `', '/' || ${SUBJECT}, '`)}')`;

/** SQL: the path to which an event `e` was sent. */
const EVENT_PATH = `CASE WHEN e.kind = 'token' AND e.reason = 'offline'
  THEN concat('/service/panel/authentication/v1.0', '/' || ${SUBJECT}, '/oauth/offline-token') ELSE CASE e.kind
  ${eventKindNames.map((kind) => wherePath(kind, eventKinds[kind].path ?? "")).join("\n  ")} END END`;

const GETS = eventKindNames.filter((kind) => eventKinds[kind].method === "GET");

/** SQL: the id of an event as an entry of the log: unique, although callers may choose request ids. */
export const eventKey = (alias: string) => `(${alias}.request_id || '${MARK}' || ${alias}.id)`;

/** SQL: whether an event is a denial of someone who only named the client. */
export const isOfStranger = (alias: string) =>
  `${alias}.outcome = 'refused' AND NOT ${alias}.authenticated AND NOT ${alias}.signed_in`;

/** SQL: columns of an event `e` as a row of the log. */
export const EVENT_COLUMNS = `
  ${eventKey("e")} AS key, e.request_id, e.created_at, e.kind,
  CASE ${OUTCOME} WHEN 'issued' THEN 'allowed' WHEN 'refused' THEN 'denied' ELSE 'declined' END AS outcome,
  e.reason AS code, e."check", CASE WHEN e.kind IN ('${GETS.join("', '")}') THEN 'GET' ELSE 'POST' END AS method,
  nullif(${EVENT_PATH}, '') AS path, NULL::int AS status, NULL::int AS milliseconds, e.client_id, e.company_id, e.organization_id,
  e.more, e.authenticated, ${isOfStranger("e")} AS is_of_stranger, NULL::text AS caller_kind, NULL::text AS user_id,
  NULL::text AS system_user_id, NULL::text AS scope`;

/** SQL: the same of a call `k`. */
export const CALL_COLUMNS = `
  k.request_id AS key, k.request_id, k.created_at, 'call' AS kind,
  CASE WHEN k.denial IS NULL THEN 'allowed' ELSE 'denied' END AS outcome,
  NULL::text AS code, k.denial AS "check", k.method, k.path, k.status, k.milliseconds, k.client_id, k.company_id,
  k.organization_id, 0 AS more, true AS authenticated, false AS is_of_stranger, k.caller_kind::text AS caller_kind,
  k.user_id, k.system_user_id, k.scope`;

/** SQL: a row `r` of the log with names, without its code and count. */
export const ROW = `
  r.key, r.request_id AS "requestId", r.created_at AS "createdAt", r.kind, r.outcome, r."check", r.method,
  r.path, r.status, r.milliseconds, r.client_id AS "clientId", c.name AS "clientName",
  c.organization_id AS "ownerId", r.company_id AS "companyId", p.name AS "companyName",
  coalesce(p.is_sandbox, false) AS "isTrial",
  r.organization_id AS "organizationId", r.authenticated, r.caller_kind AS "callerKind",
  CASE WHEN r.user_id IS NULL THEN r.system_user_id ELSE coalesce(u.external_id, r.user_id) END AS "callerId",
  CASE WHEN r.user_id IS NULL THEN y.username ELSE ${PERSON_NAME("u")} END AS "callerName",
  r.scope`;

/** SQL: whether the reader may know the name of the company of a row `r`. */
export const MAY_NAME_COMPANY = `(:organizationId::text IS NULL OR ${hasInstalled("r")})`;

/** SQL: where these names are. Operators and companies, without an `:organizationId`, read the name of any company. */
export const NAMES = `
  LEFT JOIN clients c ON c.client_id = r.client_id
  LEFT JOIN companies p ON p.id = r.company_id AND ${MAY_NAME_COMPANY}
  LEFT JOIN users u ON u.id = r.user_id
  LEFT JOIN system_users y ON y.id = r.system_user_id`;
