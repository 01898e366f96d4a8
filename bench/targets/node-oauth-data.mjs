import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { CLIENTS, COMPANIES_PER_CLIENT, REDIRECT_URI } from "../workload.mjs";

/** The scopes that every client requests and is granted. */
export const SCOPE = "read write";

const SCOPES = SCOPE.split(" ");

const SCHEMA = `
  CREATE TABLE clients (id text PRIMARY KEY, secret_hash bytea NOT NULL, grants text[] NOT NULL,
    redirect_uris text[] NOT NULL, scopes text[] NOT NULL);
  CREATE TABLE sessions (hash bytea PRIMARY KEY, user_id text NOT NULL, expires_at timestamptz NOT NULL);
  CREATE TABLE consents (user_id text, client_id text, scopes text[] NOT NULL, PRIMARY KEY (user_id, client_id));
  CREATE TABLE codes (hash bytea PRIMARY KEY, client_id text NOT NULL, user_id text NOT NULL, scope text[] NOT NULL,
    redirect_uri text NOT NULL, expires_at timestamptz NOT NULL);
  CREATE TABLE tokens (access_hash bytea PRIMARY KEY, refresh_hash bytea UNIQUE, client_id text NOT NULL,
    user_id text NOT NULL, scope text[] NOT NULL, access_expires_at timestamptz NOT NULL,
    refresh_expires_at timestamptz, rotated_at timestamptz)`;

/** Creates the tables and stores clients, signed-in people and their consents. */
export async function openNodeOauthData(databaseUrl) {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  await connection.query(SCHEMA);
  const clients = Array.from({ length: CLIENTS }, () => ({ clientId: random(), secret: random() }));
  const installations = clients.flatMap((client) =>
    Array.from({ length: COMPANIES_PER_CLIENT }, () => ({
      ...client,
      userId: random(),
      session: random(),
    })),
  );
  await connection.query(
    `INSERT INTO clients SELECT id, hash, '{authorization_code,refresh_token}', $3, $4
     FROM unnest($1::text[], $2::bytea[]) AS c (id, hash)`,
    [column(clients, "clientId"), hashes(clients, "secret"), [REDIRECT_URI], SCOPES],
  );
  const users = column(installations, "userId");
  await connection.query(
    `INSERT INTO sessions SELECT hash, id, now() + interval '1 day'
     FROM unnest($1::bytea[], $2::text[]) AS s (hash, id)`,
    [hashes(installations, "session"), users],
  );
  await connection.query(
    "INSERT INTO consents SELECT u, c, $3 FROM unnest($1::text[], $2::text[]) AS s (u, c)",
    [users, column(installations, "clientId"), SCOPES],
  );
  return {
    async seed(operation, count) {
      const credentials = Array.from({ length: count }, (_, index) => ({
        ...installations[index % installations.length],
        token: random(),
      }));
      await store(connection, operation, credentials);
      return credentials;
    },
    close: () => connection.end(),
  };
}

async function store(connection, operation, credentials) {
  const owners = [column(credentials, "clientId"), column(credentials, "userId")];
  const values = [hashes(credentials, "token"), ...owners, SCOPES];
  if (operation === "exchange") {
    await connection.query(
      `INSERT INTO codes SELECT hash, c, u, $4, $5, now() + interval '1 hour'
       FROM unnest($1::bytea[], $2::text[], $3::text[]) AS s (hash, c, u)`,
      [...values, REDIRECT_URI],
    );
  } else if (operation === "refresh" || operation === "rotate") {
    await connection.query(
      `INSERT INTO tokens SELECT sha256(hash), hash, c, u, $4, now() + interval '1 hour', now() + interval '1 day'
       FROM unnest($1::bytea[], $2::text[], $3::text[]) AS s (hash, c, u)`,
      values,
    );
  }
}

function column(rows, name) {
  return rows.map((row) => row[name]);
}

function hashes(rows, name) {
  return rows.map((row) => createHash("sha256").update(row[name]).digest());
}

function random() {
  return randomBytes(32).toString("base64url");
}
