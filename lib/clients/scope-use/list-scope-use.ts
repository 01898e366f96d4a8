import { z } from "zod";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { sql } from "@/lib/core/db/sql";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import { countUseByScope, type ScopeUse, type UseRow } from "@/lib/gate/rules/count-use-by-scope";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/** The calls of a client over the last `days`, by rule and scope. */
const readClientUse = sql<{ organizationId: string; clientId: string; days: number }, UseRow>(
  "read-client-use",
  { method: "text", path: "text", scope: "text", calls: "int4", lastUsedAt: "timestamptz" },
  `
  SELECT a.method, a.path, a.scope, sum(a.calls)::int AS calls, max(a.last_at) AS "lastUsedAt"
  FROM call_totals a JOIN clients c ON c.client_id = a.client_id
  WHERE c.organization_id = :organizationId AND a.client_id = :clientId AND a.scope IS NOT NULL
    AND ${isReal("a.company_id")}
    AND ${inLastDays(":days")}
  GROUP BY a.method, a.path, a.scope`,
);

/**
 * The scopes that a client of the caller's organization used in platform API calls over the last 30 days. Unused scopes
 * are omitted.
 */
export const listScopeUse = operation({
  id: "listScopeUse",
  access: organization("clients:read"),
  request: { params: z.object({ client_id: clientIdSchema }) },
  returns: value<ScopeUse[]>(),
  async run({ caller: { organizationId }, params: { client_id: clientId } }) {
    return countUseByScope(await readClientUse({ organizationId, clientId, days: USE_DAYS }));
  },
});
