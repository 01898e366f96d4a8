import { Client } from "pg";
import { seedClients } from "@/bench/lists/seed-clients";
import { db } from "@/lib/core/db/client";
import { print } from "@/scripts/step.mjs";
import { mintMember, mintOrganization } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";

// A transaction that changes the end of an audit log many times gets slower each time.
const BATCH = 1_000;

/** The client whose companies and events are listed. */
const BUSIEST = "bench-4";

/**
 * One statement per list: `$1` organization, `$2` company, `$3` client, and the numbers of the first and last row to
 * store.
 */
const LISTS: readonly (readonly [what: string, sql: string])[] = [
  [
    "people, who are members of the organization and of its company",
    `WITH made AS (
      INSERT INTO users (id, email, external_id, first_name, last_name, created_at)
      SELECT lpad(to_hex(n), 24, '0'), 'person-' || n || '@example.com', 'person-' || n, 'Asha', 'Rao ' || n,
        now() - n * interval '1 second'
      FROM generate_series($4::int, $5::int) AS n RETURNING id, created_at
    ), of_organization AS (
      INSERT INTO organization_members (organization_id, user_id, role, created_at)
      SELECT $1, id, 'developer', created_at FROM made
    )
    INSERT INTO company_members (company_id, user_id, role, created_at)
    SELECT $2, id, 'staff', created_at FROM made`,
  ],
  [
    "organizations, each with its company",
    `WITH made AS (
      INSERT INTO companies (name, is_sandbox)
      SELECT 'Publisher ' || n, true FROM generate_series($4::int, $5::int) AS n RETURNING id, name
    )
    INSERT INTO organizations (id, name, company_id) SELECT left(md5(id::text), 24), name, id FROM made`,
  ],
  [
    "companies that installed the busiest client",
    `WITH made AS (
      INSERT INTO companies (name)
      SELECT 'Shop ' || n FROM generate_series($4::int, $5::int) AS n RETURNING id
    )
    INSERT INTO grants (id, client_id, company_id, scopes, modified_at)
    SELECT left(md5(id::text), 24), $3, id, '{company/products/read}', now() - (id % 100000) * interval '1 second'
    FROM made`,
  ],
  [
    "clients that the company installed",
    `INSERT INTO grants (id, client_id, company_id, scopes)
    SELECT left(md5(client_id), 24), client_id, $2, '{company/products/read}'
    FROM clients WHERE organization_id = $1 ORDER BY client_id LIMIT $5::int - $4::int + 1 OFFSET $4::int - 1`,
  ],
  [
    "events of the busiest client",
    `INSERT INTO authorization_events (kind, outcome, client_id, reason, request_id, created_at)
    SELECT 'token', 'issued', $3, 'offline', lpad(to_hex(n), 24, '0'), now() - n * interval '20 seconds'
    FROM generate_series($4::int, $5::int) AS n`,
  ],
  [
    "entries in the organization's audit log",
    `INSERT INTO audit_rows (organization_id, actor, action, target, request_id)
    SELECT $1, 'user:' || lpad(to_hex(1 + n % 20), 24, '0'), 'client.updated', 'client:' || $3, lpad(to_hex(n), 24, '0')
    FROM generate_series($4::int, $5::int) AS n`,
  ],
  [
    "entries in the platform's audit log",
    `INSERT INTO audit_rows (actor, action, target, request_id)
    SELECT 'operator:' || lpad(to_hex(1 + n % 20), 24, '0'), 'company.updated', 'company:' || $2, lpad(to_hex(n), 24, '0')
    FROM generate_series($4::int, $5::int) AS n`,
  ],
  [
    "open invitations",
    `INSERT INTO invitations (id, organization_id, email, role, token_hash, created_at, expires_at)
    SELECT lpad(to_hex(n), 24, '0'), $1, 'guest-' || n || '@example.com', 'developer', sha256(n::text::bytea),
      now() - n * interval '1 second', now() + interval '30 days'
    FROM generate_series($4::int, $5::int) AS n`,
  ],
  [
    "abandoned deliveries",
    `INSERT INTO deliveries (id, client_id, company_id, kind, attempts, created_at, last_status)
    SELECT lpad(to_hex(n), 24, '0'), $3, $2, 'uninstall', 10, now() - n * interval '1 second', 500
    FROM generate_series($4::int, $5::int) AS n`,
  ],
];

/** Fills each list of a new organization, its company, its busiest client, and the installation with `count` rows. */
export async function seedLists(url: string, count: number): Promise<void> {
  const { organizationId, companyId } = await mintOrganization();
  await seedClients(organizationId, count);
  const { clientId } = await busiestClient();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const [what, sql] of LISTS) {
      const begin = performance.now();
      for (let first = 1; first <= count; first += BATCH) {
        const last = Math.min(first + BATCH - 1, count);
        await client.query(namingAll(sql), [organizationId, companyId, clientId, first, last]);
      }
      print(`  ${what} after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    }
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

/** PostgreSQL must be able to infer the type of each parameter, used or not. */
function namingAll(sql: string): string {
  const givenValues = "WITH given AS (SELECT $1::text, $2::bigint, $3::text, $4::int, $5::int)";
  return sql.startsWith("WITH ")
    ? sql.replace("WITH ", `${givenValues}, `)
    : `${givenValues} ${sql}`;
}

/** Whose lists are timed, and who opens them. */
export interface ListReaders {
  readonly organizationId: string;
  readonly companyId: number;
  readonly clientId: string;
  /** Cookies of newly signed-in people. */
  readonly member: string;
  readonly operator: string;
}

/** Signs in people who may read the lists. */
export async function signInListReaders(): Promise<ListReaders> {
  const { clientId, organization } = await busiestClient();
  const member = await mintMember(organization.id, "owner");
  const operator = await mintOperator();
  return {
    organizationId: organization.id,
    companyId: organization.companyId,
    clientId,
    member: member.cookie,
    operator: operator.cookie,
  };
}

function busiestClient() {
  return db().client.findFirstOrThrow({
    where: { slug: BUSIEST },
    select: { clientId: true, organization: { select: { id: true, companyId: true } } },
  });
}
