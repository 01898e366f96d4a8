import { createHash } from "node:crypto";
import { CLIENTS, COMPANIES_PER_CLIENT, REDIRECT_URI } from "../workload.mjs";
import { connect, insertRows, newCredentials, random } from "./peer-data.mjs";

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

const TOKENS = { hash: "bytea", client_id: "text", user_id: "text" };

/** Creates the tables and stores clients, signed-in people and their grants. */
export async function openFloorData(databaseUrl) {
  const connection = await connect(databaseUrl);
  const insert = (table, columns, rows) => insertRows(connection, table, columns, rows);
  await connection.query(SCHEMA);
  const clients = Array.from({ length: CLIENTS }, () => ({ clientId: random(), secret: random() }));
  const installations = clients.flatMap((client) =>
    Array.from({ length: COMPANIES_PER_CLIENT }, () => {
      const session = random();
      return { ...client, userId: random(), session, cookie: `session=${session}` };
    }),
  );
  await insert(
    "clients",
    { client_id: "text", secret_hash: "bytea", redirect_uri: "text" },
    clients.map(({ clientId, secret }) => [clientId, sha256(secret), REDIRECT_URI]),
  );
  await insert(
    "sessions",
    { hash: "bytea", user_id: "text" },
    installations.map(({ session, userId }) => [sha256(session), userId]),
  );
  await insert(
    "grants",
    { client_id: "text", user_id: "text" },
    installations.map(({ clientId, userId }) => [clientId, userId]),
  );
  return {
    async seed(operation, count) {
      const credentials = newCredentials(installations, count);
      const table = TABLES[operation];
      const rows = credentials.map((one) => [sha256(one.token), one.clientId, one.userId]);
      if (table) await insert(table, TOKENS, rows);
      return credentials;
    },
    close: () => connection.end(),
  };
}

function sha256(text) {
  return createHash("sha256").update(text).digest();
}
