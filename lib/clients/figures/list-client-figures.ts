import { z } from "zod";
import { type ClientFigures, MOST_COUNTED_COMPANIES } from "@/lib/clients/figures/values";
import { sql } from "@/lib/core/db/sql";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

const MOST_TOTALS = 5_000;

// Each part reads a bounded number of rows that an index leads to, so the page costs the same for every client.
const readFigures = sql<{ organizationId: string; clientIds: readonly string[] }, ClientFigures>(
  "read-client-figures",
  { clientId: "text", companies: "int4", calls: "json", denied: "int4" },
  `
  SELECT c.client_id AS "clientId", installed.companies, used.calls,
    CASE WHEN used.calls IS NOT NULL THEN used.denied END AS denied
  FROM clients c
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS companies FROM (
      SELECT FROM grants g WHERE g.client_id = c.client_id AND g.revoked_at IS NULL AND g.company_id IS NOT NULL
      LIMIT ${MOST_COUNTED_COMPANIES}
    ) live
  ) installed
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(by_day.denied), 0)::int AS denied,
      CASE WHEN coalesce(sum(by_day.totals), 0) < ${MOST_TOTALS}
        THEN json_agg(coalesce(by_day.calls, 0) ORDER BY days.ago DESC) END AS calls
    FROM generate_series(0, 6) AS days (ago)
    LEFT JOIN (
      SELECT day, sum(calls)::int AS calls, sum(calls) FILTER (WHERE is_denied) AS denied, count(*) AS totals
      FROM (
        SELECT a.day, a.calls, a.denied AS is_denied FROM call_totals a
        WHERE a.client_id = c.client_id AND a.${inLastDays("7")} LIMIT ${MOST_TOTALS}
      ) a
      GROUP BY day
    ) by_day ON by_day.day = (now() AT TIME ZONE 'UTC')::date - days.ago
  ) used
  WHERE c.organization_id = :organizationId AND c.client_id = ANY (:clientIds::text[])`,
);

/** How the clients on a page of the list are used. Those of other organizations are left out. */
export const listClientFigures = operation({
  id: "listClientFigures",
  access: organization("clients:read"),
  params: z.object({ client_ids: z.array(clientIdSchema).max(100) }),
  returns: value<ClientFigures[]>(),
  async run({ caller: { organizationId }, params: { client_ids: clientIds } }) {
    return clientIds.length === 0 ? [] : readFigures({ organizationId, clientIds });
  },
});
