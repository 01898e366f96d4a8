import { type RowOf, sql } from "@/lib/core/db/sql";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { value } from "@/lib/operation/returns";
import { companies } from "@/lib/platform/companies/companies";
import { readDailyCalls, WEEK_DAYS } from "@/lib/platform/daily-calls";
import { readFirstMembers } from "@/lib/platform/members/repository";
import type { CompanyObject } from "@/lib/platform/object-values";

const MAX_SHOWN = 10;

/** Reads what operators see on the page of a company. */
export const readCompany = operation({
  id: "readCompany",
  access: platform("directory:read"),
  request: { params: companies.get.params },
  returns: value<CompanyObject>(),
  async run({ params, caller }) {
    const { company_id: id } = params;
    const { body: company } = await perform(companies.get, { params, caller });
    const [members, extensions, calls, [owner]] = await Promise.all([
      readFirstMembers({ kind: "company", id }),
      readInstalledRows({ id, days: WEEK_DAYS, take: MAX_SHOWN }),
      readDailyCalls({ companyId: id }),
      readOwnOrganization({ id }),
    ]);
    return { company, organizationId: owner?.organizationId ?? null, members, extensions, calls };
  },
});

const readOwnOrganization = sql<{ id: number }, { organizationId: string }>(
  "read-own-organization",
  { organizationId: "text" },
  `SELECT o.id AS "organizationId" FROM organizations o WHERE o.company_id = :id::bigint`,
);

const INSTALLED = {
  clientId: "text",
  name: "text",
  organizationId: "text",
  organizationName: "text",
  publisherVerified: "bool",
  since: "timestamptz",
  scopes: "int4",
  calls: "int4",
  denied: "int4",
  /** Installed extensions in all. */
  total: "int4",
} as const;
/** An extension that the company has, with its calls of the last seven days. */
export type InstalledRow = RowOf<typeof INSTALLED>;

const readInstalledRows = sql<{ id: number; days: number; take: number }, InstalledRow>(
  "read-installed-extensions",
  INSTALLED,
  `
  SELECT g.client_id AS "clientId", c.name, o.id AS "organizationId", o.name AS "organizationName",
    o.verified AS "publisherVerified", g.created_at AS since, cardinality(g.scopes) AS scopes,
    coalesce(used.calls, 0)::int AS calls, coalesce(used.denied, 0)::int AS denied, g.total
  FROM (
    SELECT g.*, count(*) OVER ()::int AS total FROM grants g
    WHERE g.company_id = :id::bigint AND g.revoked_at IS NULL ORDER BY g.modified_at DESC, g.id LIMIT :take
  ) g
  JOIN clients c ON c.client_id = g.client_id
  JOIN organizations o ON o.id = c.organization_id
  LEFT JOIN LATERAL (
    SELECT sum(a.calls) AS calls, sum(a.calls) FILTER (WHERE a.denied) AS denied FROM call_totals a
    WHERE a.company_id = :id::bigint AND a.client_id = g.client_id AND a.${inLastDays(":days")}
  ) used ON true
  ORDER BY calls DESC, since DESC`,
);
