import { z } from "zod";
import { type ClientFigures, MAX_COUNTED_COMPANIES } from "@/lib/clients/figures/values";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { sql } from "@/lib/core/db/sql";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import {
  countUseByScope,
  type ScopeUse,
  USE_COLUMNS,
  type UseRow,
} from "@/lib/gate/rules/rules-in-force";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

// Hourly totals are few: a client has at most 168 a week for each outcome of its calls.
const readFigures = sql<{ organizationId: string; clientIds: readonly string[] }, ClientFigures>(
  "read-client-figures",
  { clientId: "text", companies: "int4", calls: "json", denied: "int4" },
  `
  SELECT c.client_id AS "clientId", installed.companies, used.calls, used.denied
  FROM clients c
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS companies FROM (
      SELECT FROM grants g
      WHERE g.client_id = c.client_id AND g.revoked_at IS NULL AND g.company_id IS NOT NULL AND ${isReal("g.company_id")}
      LIMIT ${MAX_COUNTED_COMPANIES}
    ) live
  ) installed
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(by_day.denied), 0)::int AS denied, json_agg(coalesce(by_day.calls, 0) ORDER BY days.ago DESC) AS calls
    FROM generate_series(0, 6) AS days (ago)
    LEFT JOIN (
      SELECT (h.hour AT TIME ZONE 'UTC')::date AS day, sum(h.calls)::int AS calls,
        sum(h.calls) FILTER (WHERE h.denial <> '') AS denied
      FROM call_hours h
      WHERE h.client_id = c.client_id AND h.hour >= date_trunc('day', now(), 'UTC') - interval '144 hours'
      GROUP BY 1
    ) by_day ON by_day.day = (now() AT TIME ZONE 'UTC')::date - days.ago
  ) used
  WHERE c.organization_id = :organizationId AND c.client_id = ANY (:clientIds::text[])`,
);

/** How the clients on a page of the list are used. Those of other organizations are left out. */
export const listClientFigures = operation({
  id: "listClientFigures",
  access: organization("clients:read"),
  request: { params: z.object({ client_ids: z.array(clientIdSchema).max(100) }) },
  returns: value<ClientFigures[]>(),
  async run({ caller: { organizationId }, params: { client_ids: clientIds } }) {
    return clientIds.length === 0 ? [] : readFigures({ organizationId, clientIds });
  },
});

/** The calls of a client over the last `days`, by rule and scope. */
const readClientUse = sql<{ organizationId: string; clientId: string; days: number }, UseRow>(
  "read-client-use",
  USE_COLUMNS,
  `
  SELECT a.method, a.path, a.scope, sum(a.calls)::int AS calls, max(a.last_at) AS "lastUsedAt"
  FROM call_totals a JOIN clients c ON c.client_id = a.client_id
  WHERE c.organization_id = :organizationId AND a.client_id = :clientId AND a.scope IS NOT NULL
    AND ${isReal("a.company_id")}
    AND ${inLastDays(":days")}
  GROUP BY a.method, a.path, a.scope`,
);

/** The scopes that a client used in platform API calls over the last 30 days. */
export const listScopeUse = operation({
  id: "listScopeUse",
  access: organization("clients:read"),
  request: { params: z.object({ client_id: clientIdSchema }) },
  returns: value<ScopeUse[]>(),
  async run({ caller: { organizationId }, params: { client_id: clientId } }) {
    return countUseByScope(await readClientUse({ organizationId, clientId, days: USE_DAYS }));
  },
});
