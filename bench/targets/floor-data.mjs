import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { CLIENTS, COMPANIES_PER_CLIENT, REDIRECT_URI } from "../workload.mjs";

const SCHEMA = `
  CREATE TABLE clients (client_id text PRIMARY KEY, secret_hash bytea NOT NULL, redirect_uri text NOT NULL);
  CREATE TABLE sessions (hash bytea PRIMARY KEY, user_id text NOT NULL);
  CREATE TABLE grants (client_id text, user_id text, PRIMARY KEY (client_id, user_id));
  CREATE TABLE codes (hash bytea PRIMARY KEY, client_id text NOT NULL, user_id text NOT NULL,
    expires_at timestamptz NOT NULL DEFAULT now() + interval '1 hour', used_at timestamptz);
  CREATE TABLE refresh_tokens (hash bytea PRIMARY KEY, client_id text NOT NULL, user_id text NOT NULL,
    expires_at timestamptz NOT NULL DEFAULT now() + interval '1 day');
  CREATE TABLE access_tokens (hash bytea PRIMARY KEY, client_id text NOT NULL, user_id text NOT NULL,
    expires_at timestamptz NOT NULL DEFAULT now() + interval '1 hour')`;

const TABLES = {
  exchange: "codes",
  refresh: "refresh_tokens",
  rotate: "refresh_tokens",
  introspect: "access_tokens",
};

/** Creates the tables and stores clients, signed-in people and their grants. */
export async function openFloorData(databaseUrl) {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  const insert = (table, ...columns) => {
    const arrays = columns.map((values, index) =>
      Buffer.isBuffer(values[0]) ? `$${index + 1}::bytea[]` : `$${index + 1}::text[]`,
    );
    return connection.query(`INSERT INTO ${table} SELECT * FROM unnest(${arrays})`, columns);
  };
  await connection.query(SCHEMA);
  const clients = Array.from({ length: CLIENTS }, () => ({ clientId: random(), secret: random() }));
  const installations = clients.flatMap((client) =>
    Array.from({ length: COMPANIES_PER_CLIENT }, () => {
      const session = random();
      return { ...client, userId: random(), session, cookie: `session=${session}` };
    }),
  );
  const column = (rows, name) => rows.map((row) => row[name]);
  const hashes = (rows, name) => rows.map((row) => sha256(row[name]));
  const ids = column(clients, "clientId");
  const redirectUris = clients.map(() => REDIRECT_URI);
  await insert("clients", ids, hashes(clients, "secret"), redirectUris);
  const users = column(installations, "userId");
  await insert("sessions", hashes(installations, "session"), users);
  await insert("grants", column(installations, "clientId"), users);
  return {
    async seed(operation, count) {
      const credentials = Array.from({ length: count }, (_, index) => ({
        ...installations[index % installations.length],
        token: random(),
      }));
      const table = TABLES[operation];
      if (table) {
        const owners = [column(credentials, "clientId"), column(credentials, "userId")];
        await insert(
          `${table} (hash, client_id, user_id)`,
          hashes(credentials, "token"),
          ...owners,
        );
      }
      return credentials;
    },
    close: () => connection.end(),
  };
}

function sha256(text) {
  return createHash("sha256").update(text).digest();
}

function random() {
  return randomBytes(32).toString("base64url");
}
