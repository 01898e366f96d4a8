import { z } from "zod";
import { checkNames } from "@/lib/core/diagnosis/check-values";
import { flag } from "@/lib/core/http/query-values";
import { oneOf } from "@/lib/core/schemas/described";
import { clientIdSchema, companyIdInPath } from "@/lib/core/schemas/id-schema";
import { searchQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { eventKindNames, eventKinds, requestKinds } from "@/lib/protocol/events/values";
import { MAY_NAME_COMPANY } from "@/lib/requests/log/row-sql";
import { callerKinds, statusClasses } from "@/lib/requests/log/values";

/**
 * A filter of requests: what a query takes for it, and which rows `r` match its value, a parameter of its name: a text,
 * unless `type` says otherwise.
 */
export type Filter = { query: z.ZodOptional; type?: "boolean" | "bigint"; matches: string };

const CALLER = new RegExp(`^(?:${callerKinds.join("|")})(?::[!-~]{1,255})?$`);

const GROUPS = eventKindNames.map((kind) => `WHEN '${kind}' THEN '${eventKinds[kind].group}'`);

const CALLER_ID = "nullif(substr(:caller, strpos(:caller || ':', ':') + 1), '')";

const PATTERN = String.raw`('%' || regexp_replace(:q, '([\\%_])', '\\\1', 'g') || '%')`;

/** By the names of their parameters, in the order in which they are tried. */
export const filters = {
  client_id: {
    query: clientIdSchema.optional().meta({ description: "Only requests of this client." }),
    matches: "r.client_id = :client_id",
  },
  kind: {
    query: oneOf(requestKinds)
      .optional()
      .meta({ description: "Only requests of this kind.", example: "token" }),
    matches: `CASE r.kind ${GROUPS.join(" ")} ELSE r.kind END = :kind`,
  },
  denied: {
    query: flag("true: only denied requests. false: only others.").optional(),
    type: "boolean",
    matches: "(r.outcome = 'denied') = :denied",
  },
  check: {
    query: z
      .enum(checkNames, "must be the name of a check")
      .optional()
      .meta({ description: "Only denials by this check.", example: "client_secret" }),
    matches: 'r."check" = :check',
  },
  code: {
    query: plainLine(1, 60).optional().meta({
      description: "Only this error code, or what was issued.",
      example: "invalid_grant",
    }),
    matches: "r.code = :code",
  },
  authenticated: {
    query: flag(
      "true: only requests whose caller authenticated as the client. false: only others.",
    ).optional(),
    type: "boolean",
    matches: "r.authenticated = :authenticated",
  },
  company_id: {
    query: companyIdInPath
      .optional()
      .meta({ description: "Only requests about this company.", example: "42" }),
    type: "bigint",
    matches: "r.company_id = :company_id",
  },
  method: {
    query: z
      .string()
      .regex(/^[A-Z]{1,20}$/, "must be an HTTP method in upper case")
      .optional()
      .meta({ description: "Only requests with this method.", example: "GET" }),
    matches: "r.method = :method",
  },
  path: {
    query: plainLine(1, 500).optional().meta({
      description: "Only requests of exactly this path or path template.",
      example: "/service/application/catalog/v1.0/products/",
    }),
    matches: "r.path = :path",
  },
  status: {
    query: oneOf(statusClasses)
      .optional()
      .meta({ description: "Only calls with a status of this class.", example: "5xx" }),
    matches: "r.status / 100 = left(:status, 1)::int",
  },
  caller: {
    query: z
      .string()
      .regex(CALLER, "must be system_user or seller, or one of them with a colon and an id")
      .optional()
      .meta({
        description:
          "Only calls by this kind of caller, `system_user` or `seller`, or by one of them: the kind, a colon and the id.",
        example: "seller",
      }),
    matches: `r.caller_kind = split_part(:caller, ':', 1)
    AND (${CALLER_ID} IS NULL OR r.system_user_id = ${CALLER_ID} OR r.user_id IN (
      SELECT id FROM users WHERE external_id = ${CALLER_ID}
      UNION ALL SELECT id FROM users WHERE id = ${CALLER_ID} AND external_id IS NULL))`,
  },
  q: {
    query: searchQuery("request id, path, code, or the name or id of the client or company"),
    matches: `:q = '' OR r.request_id = :q OR r.path ILIKE ${PATTERN} OR r.code ILIKE ${PATTERN}
    OR r.client_id = :q OR r.company_id::text = :q
    OR EXISTS (SELECT FROM clients c WHERE c.client_id = r.client_id AND c.name ILIKE ${PATTERN})
    OR EXISTS (SELECT FROM companies p
      WHERE p.id = r.company_id AND p.name ILIKE ${PATTERN} AND ${MAY_NAME_COMPANY})`,
  },
} as const satisfies Record<string, Filter>;

export type FilterName = keyof typeof filters;

export const filterNames = Object.keys(filters) as FilterName[];
