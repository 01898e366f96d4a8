import { newSecretMaterial } from "@/lib/clients/secrets/secret-material";
import { newId } from "@/lib/kernel/crypto/ids";
import { pool } from "@/lib/kernel/db/pool";
import { statement } from "@/lib/kernel/db/statement";

const NAME = "Benchmark of lists";
const BATCH = 1_000;

const MAKERS = ["Shipfast", "Ledger", "Parcel", "Harbour", "Quill", "Beacon", "Thimble"];
const TASKS = ["labels", "returns", "stock", "prices", "orders", "mail", "reviews", "taxes"];
const TYPES = ["extension", "extension", "extension", "platform", "partner"];

const readTables = statement<object, { found: boolean }>(
  "bench-has-tables",
  { found: "bool" },
  "SELECT to_regclass('client_tag_counts') IS NOT NULL AS found",
);

const findOrganization = statement<{ name: string }, { id: string }>(
  "bench-find-organization",
  { id: "text" },
  "SELECT id FROM organizations WHERE name = :name",
);

/** Whether the database has tables for the data. */
export async function hasTables(): Promise<boolean> {
  const [row] = await readTables({});
  return row?.found ?? false;
}

/**
 * An organization with this many clients, whose names, hosts, tags, states and use vary realistically. Reuses one from
 * an earlier run.
 */
export async function mintBenchOrganization(
  count: number,
): Promise<{ organizationId: string; isNew: boolean }> {
  const name = `${NAME}: ${count} clients`;
  const [found] = await findOrganization({ name });
  if (found) return { organizationId: found.id, isNew: false };
  const organizationId = await insertOrganization(name);
  for (let start = 0; start < count; start += BATCH) {
    const size = Math.min(BATCH, count - start);
    await insertClients(
      organizationId,
      Array.from({ length: size }, (_, n) => describe(start + n)),
    );
  }
  return { organizationId, isNew: true };
}

/** Freshly filled tables have no statistics yet, which leads to poor plans. */
export async function analyze(): Promise<void> {
  for (const table of ["clients", "client_secrets", "client_counts", "client_tag_counts"]) {
    await pool().query(`VACUUM ANALYZE ${table}`);
  }
}

/**
 * Removes the data of earlier runs.
 * @returns How many organizations there were.
 */
export async function removeBenchOrganizations(): Promise<number> {
  const { rows } = await pool().query<{ id: string; company_id: number }>(
    "SELECT id, company_id FROM organizations WHERE name LIKE $1",
    [`${NAME}: %`],
  );
  const connection = await pool().connect();
  try {
    await connection.query("BEGIN");
    await connection.query("SET LOCAL statement_timeout = 0");
    // Nothing else deletes clients, so no index supports the check of whether one registered another.
    await connection.query("CREATE INDEX bench_author ON clients (author_client_id)");
    for (const { id, company_id: companyId } of rows) {
      const ofClients = "client_id IN (SELECT client_id FROM clients WHERE organization_id = $1)";
      for (const table of ["client_secrets", "system_users", "clients"]) {
        await connection.query(`DELETE FROM ${table} WHERE ${ofClients}`, [id]);
      }
      await connection.query("DELETE FROM organizations WHERE id = $1", [id]);
      await connection.query("DELETE FROM companies WHERE id = $1", [companyId]);
    }
    await connection.query("DROP INDEX bench_author");
    await connection.query("COMMIT");
  } catch (error) {
    await connection.query("ROLLBACK");
    throw error;
  } finally {
    connection.release();
  }
  return rows.length;
}

// Members of the first organization may view this one too.
async function insertOrganization(name: string): Promise<string> {
  const id = newId();
  await pool().query(
    `WITH company AS (INSERT INTO companies (name, is_sandbox) VALUES ($2, true) RETURNING id),
      made AS (INSERT INTO organizations (id, name, company_id) SELECT $1, $2, id FROM company RETURNING id)
    INSERT INTO organization_members (organization_id, user_id, role)
      SELECT made.id, m.user_id, m.role FROM made, organization_members m
      WHERE m.organization_id = (SELECT id FROM organizations ORDER BY created_at, id LIMIT 1)`,
    [id, name],
  );
  return id;
}

/** A client as the statement expects it. */
interface SeededClient {
  readonly client_id: string;
  readonly [column: string]: unknown;
}

function describe(n: number): SeededClient {
  const clientId = newId();
  const { id, secretHash, encrypted, encryptionKeyId, lastFour } =
    newSecretMaterial(clientId).stored;
  const maker = MAKERS[n % MAKERS.length] ?? "";
  const host = `${maker.toLowerCase()}-${n}.example.com`;
  return {
    client_id: clientId,
    record_id: newId(),
    system_user_id: newId(),
    slug: `bench-${n}`,
    name: `${maker} ${TASKS[n % TASKS.length]} ${n}`,
    tags: n % 10 === 0 ? ["beta", "shipping"] : ["shipping"],
    client_type: TYPES[n % TYPES.length],
    redirect_urls: [
      n % 100 === 0 ? `http://127.0.0.1:${3_000 + (n % 1_000)}/fp/auth` : `https://${host}/fp/auth`,
    ],
    is_active: n % 50 !== 0,
    seconds_ago: n,
    secret_id: id,
    secret_hash: Buffer.from(secretHash).toString("hex"),
    encrypted: Buffer.from(encrypted).toString("hex"),
    encryption_key_id: encryptionKeyId,
    last_four: lastFour,
    is_used: n % 2 === 0,
  };
}

const insert = statement<{ organizationId: string; clients: string }>(
  "bench-insert-clients",
  {},
  `
  WITH rows AS (
    SELECT * FROM jsonb_to_recordset(:clients::jsonb) AS r (client_id text, record_id text,
      system_user_id text, slug text, name text, tags jsonb, client_type client_type,
      redirect_urls jsonb, is_active boolean, seconds_ago int, secret_id text, secret_hash text,
      encrypted text, encryption_key_id text, last_four text, is_used boolean)
  ),
  made AS (
    INSERT INTO clients (client_id, record_id, organization_id, slug, name, tags, client_type,
      redirect_urls, scopes, grant_types, is_active, is_used, created_at)
    SELECT client_id, record_id, :organizationId, slug, name, ARRAY(SELECT jsonb_array_elements_text(tags)),
      client_type, ARRAY(SELECT jsonb_array_elements_text(redirect_urls)),
      '{company/products/read}', '{authorization_code,refresh_token}', is_active, is_used,
      now() - seconds_ago * interval '1 second'
    FROM rows RETURNING client_id
  ),
  acting AS (
    INSERT INTO system_users (id, client_id, username)
    SELECT system_user_id, client_id, 'system-' || client_id FROM rows JOIN made USING (client_id)
  )
  INSERT INTO client_secrets (id, client_id, name, secret_hash, encrypted, encryption_key_id,
    last_four, created_at, last_used_at)
  SELECT secret_id, client_id, 'first', decode(secret_hash, 'hex'), decode(encrypted, 'hex'),
    encryption_key_id, last_four, now() - seconds_ago * interval '1 second',
    CASE WHEN is_used THEN now() END
  FROM rows JOIN made USING (client_id)`,
);

async function insertClients(
  organizationId: string,
  clients: readonly SeededClient[],
): Promise<void> {
  await insert({ organizationId, clients: JSON.stringify(clients) });
}
