import { readImpact } from "@/lib/clients/impact/get-impact";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { type RowOf, sql } from "@/lib/core/db/sql";
import { PERSON_NAME } from "@/lib/core/full-name";
import { imageAddress } from "@/lib/core/images/image-address";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { directoryClients } from "@/lib/platform/clients/clients";
import { findClient } from "@/lib/platform/clients/repository";
import { readDailyCalls, SHOWN_DAYS, shownDays, WEEK_DAYS } from "@/lib/platform/daily-calls";
import type { ExtensionObject } from "@/lib/platform/object-values";
import { requireRow } from "@/lib/platform/resource";

/** Companies that the page shows, those with the most calls first. */
const MAX_COMPANIES = 10;

/** Installs that began or ended on a day (UTC). */
type InstallChange = { day: string; added: number; removed: number };

/** Reads what operators see on the page of an extension. */
export const readExtension = operation({
  id: "readExtension",
  access: platform("extensions:read"),
  request: { params: directoryClients.get.params },
  returns: value<ExtensionObject>(),
  async run({ params: { client_id: clientId } }) {
    const row = requireRow(directoryClients, await findClient(clientId));
    const [impact, calls, changes, companies, scopes, [suspension]] = await Promise.all([
      readImpact(row.organizationId, clientId),
      readDailyCalls({ clientId }),
      readInstallChanges({ clientId, days: SHOWN_DAYS }),
      readInstallRows({ clientId, days: WEEK_DAYS, take: MAX_COMPANIES }),
      readScopes({ clientId }),
      row.suspendedAt ? readSuspension({ target: `client:${clientId}` }) : [],
    ]);
    const measured = requireRow(directoryClients, impact);
    return {
      client: directoryClients.respond(row).body,
      suspendedBy: suspension?.name ?? null,
      logoUri: imageAddress(row.logoId),
      impact: measured,
      calls,
      installs: countInstalls(measured.companies.total, changes),
      added: sumOf(changes, "added"),
      removed: sumOf(changes, "removed"),
      companies,
      scopes,
    };
  },
});

/** Installs at the end of each shown day, reckoned back from how many there are now. */
export function countInstalls(now: number, changes: readonly InstallChange[]) {
  const byDay = new Map(changes.map((change) => [change.day, change]));
  let count = now;
  return shownDays()
    .reverse()
    .map((day) => {
      const atEnd = count;
      const { added = 0, removed = 0 } = byDay.get(day) ?? {};
      count += removed - added;
      return { day, count: Math.max(0, atEnd) };
    })
    .reverse();
}

function sumOf(changes: readonly InstallChange[], name: "added" | "removed"): number {
  return changes.reduce((sum, change) => sum + change[name], 0);
}

const SINCE = "((now() AT TIME ZONE 'UTC')::date - :days::int + 1)::timestamp AT TIME ZONE 'UTC'";

const readInstallChanges = sql<{ clientId: string; days: number }, InstallChange>(
  "read-install-changes",
  { day: "text", added: "int4", removed: "int4" },
  `
  SELECT ((changed.at AT TIME ZONE 'UTC')::date)::text AS day,
    count(*) FILTER (WHERE changed.added)::int AS added,
    count(*) FILTER (WHERE NOT changed.added)::int AS removed
  FROM (
    SELECT g.created_at AS at, true AS added FROM grants g WHERE g.client_id = :clientId AND ${isReal("g.company_id")}
    UNION ALL
    SELECT g.revoked_at, false FROM grants g
    WHERE g.client_id = :clientId AND g.revoked_at IS NOT NULL AND ${isReal("g.company_id")}
  ) changed
  WHERE changed.at >= ${SINCE} GROUP BY 1`,
);

/** One text for company or organization, so that PostgreSQL can join by it. */
const grantorOf = (row: string) =>
  `coalesce('company:' || ${row}.company_id, 'organization:' || ${row}.organization_id)`;

const INSTALL = {
  companyId: "int8?",
  organizationId: "text?",
  name: "text",
  since: "timestamptz",
  scopes: "int4",
  calls: "int4",
  denied: "int4",
} as const;
/** A company or organization that has an extension installed, with its calls of the last seven days. */
export type InstallRow = RowOf<typeof INSTALL>;

const readInstallRows = sql<{ clientId: string; days: number; take: number }, InstallRow>(
  "read-extension-installs",
  INSTALL,
  `
  SELECT g.company_id AS "companyId", g.organization_id AS "organizationId", coalesce(p.name, o.name) AS name,
    g.created_at AS since, cardinality(g.scopes) AS scopes, g.calls, g.denied
  FROM (
    SELECT g.company_id, g.organization_id, g.created_at, g.scopes, coalesce(used.calls, 0)::int AS calls,
      coalesce(used.denied, 0)::int AS denied
    FROM grants g
    LEFT JOIN (
      SELECT ${grantorOf("a")} AS grantor, sum(a.calls) AS calls, sum(a.calls) FILTER (WHERE a.denied) AS denied
      FROM call_totals a WHERE a.client_id = :clientId AND a.${inLastDays(":days")} GROUP BY 1
    ) used ON used.grantor = ${grantorOf("g")}
    WHERE g.client_id = :clientId AND g.revoked_at IS NULL AND ${isReal("g.company_id")}
    ORDER BY calls DESC, g.created_at DESC LIMIT :take
  ) g
  LEFT JOIN companies p ON p.id = g.company_id
  LEFT JOIN organizations o ON o.id = g.organization_id
  ORDER BY g.calls DESC, since DESC`,
);

const SCOPE = {
  name: "text",
  title: "text?",
  restricted: "bool",
  /** An operator's decision about a restricted scope; null while it waits or if none is needed. */
  approved: "bool?",
  decidedAt: "timestamptz?",
  /** Live grants that include it. */
  grants: "int4",
} as const;
export type ExtensionScope = RowOf<typeof SCOPE>;

const readScopes = sql<{ clientId: string }, ExtensionScope>(
  "read-extension-scopes",
  SCOPE,
  `
  WITH granted AS (
    SELECT s.name, count(*)::int AS grants FROM grants g, unnest(g.scopes) AS s (name)
    WHERE g.client_id = :clientId AND g.revoked_at IS NULL AND ${isReal("g.company_id")} GROUP BY s.name
  )
  SELECT wanted.name, s.title, coalesce(s.restricted, false) AS restricted, p.approved, p.decided_at AS "decidedAt",
    coalesce(granted.grants, 0) AS grants
  FROM clients c CROSS JOIN unnest(c.scopes) AS wanted (name)
  LEFT JOIN scopes s ON s.name = wanted.name
  LEFT JOIN scope_approvals p ON p.client_id = c.client_id AND p.scope = wanted.name
  LEFT JOIN granted ON granted.name = wanted.name
  WHERE c.client_id = :clientId ORDER BY restricted DESC, wanted.name`,
);

/** Who suspended an extension last: an operator, or a service key. */
const readSuspension = sql<{ target: string }, { name: string | null }>(
  "read-suspension",
  { name: "text?" },
  `
  SELECT coalesce(${PERSON_NAME("u")}, k.name) AS name FROM audit_rows a
  LEFT JOIN users u ON a.actor = 'operator:' || u.id
  LEFT JOIN service_keys k ON a.actor = 'service_key:' || k.id
  WHERE a.organization_id IS NULL AND a.target = :target AND a.action = 'client_status.updated'
    AND a.after ->> 'suspended' = 'true'
  ORDER BY a.id DESC LIMIT 1`,
);
