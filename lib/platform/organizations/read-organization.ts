import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { column, type RowOf, sql } from "@/lib/core/db/sql";
import { PERSON_NAME } from "@/lib/core/full-name";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { value } from "@/lib/operation/returns";
import { findCompany } from "@/lib/platform/companies/repository";
import { readDailyCalls, WEEK_DAYS } from "@/lib/platform/daily-calls";
import { readFirstMembers } from "@/lib/platform/members/repository";
import type { OrganizationObject } from "@/lib/platform/object-values";
import { organizations } from "@/lib/platform/organizations/organizations";

const MAX_SHOWN = 10;

/** Reads what operators see on the page of an organization. */
export const readOrganization = operation({
  id: "readOrganization",
  access: platform("directory:read"),
  request: { params: organizations.get.params },
  returns: value<OrganizationObject>(),
  async run({ params, caller }) {
    const { organization_id: id } = params;
    const { body: organization } = await perform(organizations.get, { params, caller });
    const [company, members, extensions, calls, verification] = await Promise.all([
      findCompany(organization.company_id),
      readFirstMembers({ kind: "organization", id }),
      readPublishedRows({ id, days: WEEK_DAYS, take: MAX_SHOWN }),
      readDailyCalls({ organizationId: id }),
      readVerification({ target: `organization:${id}`, take: MAX_SHOWN }),
    ]);
    return {
      organization,
      companyName: company?.name ?? null,
      sites: hostsOf(extensions),
      members,
      extensions,
      calls,
      verification,
    };
  },
});

function hostsOf(extensions: readonly PublishedRow[]): string[] {
  const hosts = extensions.flatMap(({ baseUrl }) => parseUrl(baseUrl ?? "")?.host ?? []);
  return [...new Set(hosts)];
}

const PUBLISHED = {
  clientId: "text",
  name: "text",
  isActive: "bool",
  isSuspended: "bool",
  listing: column<"draft" | "unlisted" | "listed">("text"),
  baseUrl: "text?",
  installs: "int4",
  calls: "int4",
  denied: "int4",
  /** Extensions in all. */
  total: "int4",
} as const;
/** An extension of the organization, with its calls of the last seven days. */
export type PublishedRow = RowOf<typeof PUBLISHED>;

const readPublishedRows = sql<{ id: string; days: number; take: number }, PublishedRow>(
  "read-published-extensions",
  PUBLISHED,
  `
  SELECT c.client_id AS "clientId", c.name, c.is_active AS "isActive", c.suspended_at IS NOT NULL AS "isSuspended",
    c.listing::text AS listing, c.base_url AS "baseUrl",
    (SELECT count(*)::int FROM grants g
      WHERE g.client_id = c.client_id AND g.revoked_at IS NULL AND ${isReal("g.company_id")}) AS installs,
    coalesce(used.calls, 0)::int AS calls, coalesce(used.denied, 0)::int AS denied, c.total
  FROM (
    SELECT c.*, count(*) OVER ()::int AS total FROM clients c
    WHERE c.organization_id = :id AND c.deleted_at IS NULL ORDER BY c.created_at DESC, c.client_id LIMIT :take
  ) c
  LEFT JOIN LATERAL (
    SELECT sum(a.calls) AS calls, sum(a.calls) FILTER (WHERE a.denied) AS denied FROM call_totals a
    WHERE a.client_id = c.client_id AND a.${inLastDays(":days")} AND ${isReal("a.company_id")}
  ) used ON true
  ORDER BY calls DESC, installs DESC, c.client_id`,
);

const VERIFICATION = {
  id: "text",
  verified: "bool",
  note: "text?",
  /** `operator:<id>` or `service_key:<id>`. */
  actor: "text",
  /** Null for an actor that no longer exists. */
  name: "text?",
  at: "timestamptz",
} as const;
/** A decision about the verification of a publisher. */
export type VerificationEntry = RowOf<typeof VERIFICATION>;

const readVerification = sql<{ target: string; take: number }, VerificationEntry>(
  "read-verification-record",
  VERIFICATION,
  `
  SELECT a.id::text AS id, coalesce((a.after ->> 'publisher_verified')::boolean, true) AS verified,
    a.after ->> 'verification_note' AS note, a.actor, coalesce(${PERSON_NAME("u")}, k.name) AS name,
    a.created_at AS at
  FROM audit_rows a
  LEFT JOIN users u ON a.actor = 'operator:' || u.id
  LEFT JOIN service_keys k ON a.actor = 'service_key:' || k.id
  WHERE a.organization_id IS NULL AND a.target = :target AND a.action IN ('organization.created', 'organization.updated')
    AND (a.after ->> 'publisher_verified' = 'true' OR a.before ->> 'publisher_verified' = 'true'
      OR a.after ->> 'verification_note' IS NOT NULL)
  ORDER BY a.id DESC LIMIT :take`,
);
