import { createHmac } from "node:crypto";
import { CLIENTS, COMPANIES_PER_CLIENT, REDIRECT_URI, ROTATING_CLIENTS } from "../workload.mjs";
import { connect, insertRows, newCredentials, random } from "./peer-data.mjs";

/** The scopes that every client requests and is granted. */
export const SCOPE = "read write";

/** Prefix of the ids of clients whose refresh tokens are replaced when they are used. */
export const ROTATING = "rotating-";

const DAY_SECONDS = 86_400;

/** Payloads are JSON documents: one table per model of the provider. */
export const TABLES = {
  Session: "sessions",
  AccessToken: "access_tokens",
  AuthorizationCode: "authorization_codes",
  RefreshToken: "refresh_tokens",
  Client: "clients",
  Grant: "grants",
};

/**
 * Makes the tables and stores clients, signed-in people and their grants.
 *
 * @param {string} databaseUrl
 * @param {string} cookieKey Signs session cookies, here and in the server.
 */
export async function openOidcProviderData(databaseUrl, cookieKey) {
  const connection = await connect(databaseUrl);
  for (const table of Object.values(TABLES)) {
    await connection.query(`
      CREATE TABLE ${table} (id text PRIMARY KEY, payload jsonb NOT NULL, grant_id text, uid text,
        expires_at timestamptz, consumed_at timestamptz);
      CREATE INDEX ON ${table} (grant_id) WHERE grant_id IS NOT NULL;
      CREATE UNIQUE INDEX ON ${table} (uid) WHERE uid IS NOT NULL`);
  }
  const register = async (clients) => {
    const installations = clients.flatMap((client) =>
      Array.from({ length: COMPANIES_PER_CLIENT }, () => newInstallation(client, cookieKey)),
    );
    await insert(connection, TABLES.Client, clients.map(clientRow));
    await insert(connection, TABLES.Grant, installations.map(grantRow));
    await insert(connection, TABLES.Session, installations.map(sessionRow));
    return installations;
  };
  const keeping = await register(newClients(CLIENTS, ""));
  const rotating = await register(newClients(ROTATING_CLIENTS, ROTATING));
  return {
    async seed(operation, count) {
      const installations = operation === "rotate" ? rotating : keeping;
      const credentials = newCredentials(installations, count);
      const toRow = TOKEN_ROWS[operation];
      if (toRow) await insert(connection, toRow.table, credentials.map(toRow.row));
      return credentials;
    },
    close: () => connection.end(),
  };
}

function newClients(length, prefix) {
  return Array.from({ length }, () => ({ id: `${prefix}${random()}`, secret: random() }));
}

function newInstallation({ id: clientId, secret }, cookieKey) {
  const sessionId = random();
  const cookie = `_session=${sessionId}`;
  const signature = createHmac("sha1", cookieKey).update(cookie).digest("base64url");
  return {
    clientId,
    secret,
    accountId: random(),
    grantId: random(),
    sessionId,
    sessionUid: random(),
    cookie: `${cookie}; _session.sig=${signature}`,
  };
}

function clientRow({ id, secret }) {
  const payload = {
    client_id: id,
    client_secret: secret,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: "client_secret_basic",
    scope: SCOPE,
  };
  return { id, payload };
}

function grantRow({ grantId: jti, accountId, clientId }) {
  const payload = { kind: "Grant", jti, accountId, clientId, openid: { scope: SCOPE }, ...times() };
  return { id: jti, payload };
}

function sessionRow({ sessionId: jti, sessionUid: uid, accountId, clientId, grantId }) {
  const { iat, exp } = times();
  const authorizations = { [clientId]: { sid: random(), grantId, persistsLogout: true } };
  const payload = { kind: "Session", jti, uid, accountId, loginTs: iat, iat, exp, authorizations };
  return { id: jti, uid, payload };
}

const tokenRow = (kind, extra) => (credential) => {
  const { token: jti, accountId, clientId, grantId, sessionUid } = credential;
  const who = { accountId, clientId, grantId, sessionUid };
  const payload = { kind, jti, ...who, scope: SCOPE, ...times(), ...extra(times()) };
  return { id: jti, grantId, payload };
};

const refreshTokens = {
  table: TABLES.RefreshToken,
  row: tokenRow("RefreshToken", ({ iat }) => ({
    authTime: iat,
    rotations: 0,
    iiat: iat,
    gty: "authorization_code",
  })),
};

const TOKEN_ROWS = {
  exchange: {
    table: TABLES.AuthorizationCode,
    row: tokenRow("AuthorizationCode", ({ iat }) => ({ authTime: iat, redirectUri: REDIRECT_URI })),
  },
  refresh: refreshTokens,
  rotate: refreshTokens,
  introspect: {
    table: TABLES.AccessToken,
    row: tokenRow("AccessToken", () => ({ gty: "authorization_code" })),
  },
};

function times() {
  const iat = Math.floor(Date.now() / 1000);
  return { iat, exp: iat + DAY_SECONDS };
}

const COLUMNS = {
  id: "text",
  grant_id: "text",
  uid: "text",
  payload: "jsonb",
  expires_at: "timestamptz",
};

async function insert(connection, table, rows) {
  const expiresAt = new Date(Date.now() + DAY_SECONDS * 1000);
  const values = rows.map(({ id, grantId = null, uid = null, payload }) => {
    return [id, grantId, uid, JSON.stringify(payload), expiresAt];
  });
  await insertRows(connection, table, COLUMNS, values);
}
