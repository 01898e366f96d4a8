import { type ClientImpact, clientImpactSchema } from "@/lib/clients/impact/schemas";
import { CLIENT_PATH, NoSuchClientError, ofClient } from "@/lib/clients/paths";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { column, type RowOf, sql } from "@/lib/core/db/sql";
import { toWire } from "@/lib/core/schemas/to-wire";
import { inLastDays, LAST_CALL_FOR_GRANT, lastCallAt } from "@/lib/gate/calls/totals-sql";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { REFRESH_TOKEN_REVOKED, TOKEN_STATE } from "@/lib/protocol/tokens/token-state";

export const getImpact = operation({
  id: "getImpact",
  request: { route: `GET ${CLIENT_PATH}/impact`, params: ofClient },
  access: organization("clients:read"),
  summary: "Get the impact of stopping a client",
  description:
    "Shows companies with a live grant, live tokens and the last use, without those of sandbox companies. Check this before you deactivate or delete a client or revoke a secret.",
  tag: "Clients",
  returns: json(clientImpactSchema, "What depends on it."),
  async run({ params, caller }) {
    const impact = await readImpact(caller.organizationId, params.client_id);
    if (!impact) throw new NoSuchClientError();
    return { body: impact };
  },
});

/** Who would be affected if a client of the organization stopped; null if it has no such client. */
export async function readImpact(
  organizationId: string,
  clientId: string,
): Promise<ClientImpact | null> {
  const [row] = await measure({ organizationId, clientId });
  return row ? toWire(row, clientImpactSchema) : null;
}

const IMPACT_ROW = {
  companies: column<ClientImpact["companies"]>("json"),
  liveTokens: column<ClientImpact["live_tokens"]>("json"),
  calls_7Days: "int4",
  lastCallAt: "timestamptz?",
  lastTokenAt: "timestamptz?",
} as const;

// No access token lives longer than a day, which bounds the index scan on creation. A replaced refresh token that still
// works counts as one with its successor.
const measure = sql<{ organizationId: string; clientId: string }, RowOf<typeof IMPACT_ROW>>(
  "measure-client",
  IMPACT_ROW,
  `
  WITH live_grants AS (
    SELECT g.id, g.epoch, g.company_id, g.organization_id,
      ${LAST_CALL_FOR_GRANT} AS last_call_at
    FROM grants g WHERE g.client_id = :clientId AND g.revoked_at IS NULL AND ${isReal("g.company_id")}
  ),
  live_tokens AS (
    SELECT t.kind FROM access_tokens t
    JOIN clients c ON c.client_id = t.client_id
    LEFT JOIN grants g ON g.id = t.grant_id
    WHERE t.client_id = :clientId AND t.created_at > now() - interval '1 day' AND ${TOKEN_STATE} = 'live'
      AND ${isReal("t.company_id")}
  ),
  latest AS (
    SELECT l.company_id, l.organization_id, coalesce(p.name, o.name) AS name, l.last_call_at
    FROM live_grants l
    LEFT JOIN companies p ON p.id = l.company_id
    LEFT JOIN organizations o ON o.id = l.organization_id
    ORDER BY l.last_call_at DESC NULLS LAST, l.id LIMIT 5
  )
  SELECT
    json_build_object(
      'total', (SELECT count(*) FROM live_grants),
      'latest', (SELECT coalesce(json_agg(json_build_object('company_id', company_id,
        'organization_id', organization_id, 'name', name,
        'last_call_at', to_char(last_call_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        ORDER BY last_call_at DESC NULLS LAST), '[]') FROM latest)) AS companies,
    json_build_object(
      'offline', (SELECT count(*) FROM live_tokens WHERE kind = 'offline'),
      'online', (SELECT count(*) FROM live_tokens WHERE kind = 'online'),
      'client_credentials', (SELECT count(*) FROM live_tokens WHERE kind = 'client_credentials'),
      'refresh', (SELECT count(DISTINCT r.family_id) FROM refresh_tokens r
        JOIN live_grants l ON l.id = r.grant_id AND l.epoch = r.grant_epoch
        WHERE NOT ${REFRESH_TOKEN_REVOKED("r")} AND r.expires_at > now())) AS "liveTokens",
    (SELECT coalesce(sum(a.calls), 0)::int FROM call_totals a
      WHERE a.client_id = :clientId AND NOT a.denied AND a.${inLastDays("7")} AND ${isReal("a.company_id")}) AS "calls_7Days",
    ${lastCallAt(`a.client_id = :clientId AND ${isReal("a.company_id")}`)} AS "lastCallAt",
    (SELECT max(t.created_at) FROM access_tokens t
      WHERE t.client_id = :clientId AND ${isReal("t.company_id")}) AS "lastTokenAt"
  FROM clients c
  WHERE c.organization_id = :organizationId AND c.client_id = :clientId AND c.deleted_at IS NULL`,
);
