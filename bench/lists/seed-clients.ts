import { newSecretMaterial } from "@/lib/clients/secrets/secret-material";
import { newId } from "@/lib/core/crypto/ids";
import { sql } from "@/lib/core/db/sql";

const BATCH = 1_000;

const MAKERS = ["Shipfast", "Ledger", "Parcel", "Harbour", "Quill", "Beacon", "Thimble"];
const TASKS = ["labels", "returns", "stock", "prices", "orders", "mail", "reviews", "taxes"];
const TYPES = ["extension", "extension", "extension", "platform", "partner"];

/** Adds clients to an organization, whose names, hosts, tags, states and use vary as they would in reality. */
export async function seedClients(organizationId: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const size = Math.min(BATCH, count - start);
    const clients = Array.from({ length: size }, (_, n) => describe(start + n));
    await insert({ organizationId, clients: JSON.stringify(clients) });
  }
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

const insert = sql<{ organizationId: string; clients: string }>(
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
