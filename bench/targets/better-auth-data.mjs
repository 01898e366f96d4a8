import { createHash, createHmac } from "node:crypto";
import { CLIENTS, COMPANIES_PER_CLIENT, REDIRECT_URI } from "../workload.mjs";
import { connect, insertRows, newCredentials, random } from "./peer-data.mjs";

/** `offline_access` gives refresh tokens, and obliges clients to use PKCE. */
export const SCOPE = "offline_access read write";

const SCOPES = JSON.stringify(SCOPE.split(" "));
const HOUR_MS = 3_600_000;
/** A list has the clients of one owner: as many as a page of Latchkey's. */
const CLIENTS_PER_OWNER = 20;

const USERS = { id: "text", name: "text", email: "text", emailVerified: "bool" };
const SESSIONS = {
  id: "text",
  expiresAt: "timestamptz",
  token: "text",
  updatedAt: "timestamptz",
  userId: "text",
};
const REGISTERED = {
  id: "text",
  clientId: "text",
  clientSecret: "text",
  disabled: "bool",
  scopes: "jsonb",
  userId: "text",
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
  name: "text",
  redirectUris: "jsonb",
  tokenEndpointAuthMethod: "text",
  applicationType: "text",
  grantTypes: "jsonb",
  responseTypes: "jsonb",
  requirePKCE: "bool",
};
const CONSENTS = {
  id: "text",
  clientId: "text",
  userId: "text",
  scopes: "jsonb",
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
};
const CODES = {
  id: "text",
  identifier: "text",
  value: "text",
  expiresAt: "timestamptz",
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
};
const TOKENS = {
  id: "text",
  token: "text",
  clientId: "text",
  sessionId: "text",
  userId: "text",
  expiresAt: "timestamptz",
  createdAt: "timestamptz",
  scopes: "jsonb",
};

/**
 * Stores clients, signed-in people and their consents in the tables that the server has made.
 *
 * @param {string} databaseUrl
 * @param {string} secret Signs session cookies, here and in the server.
 */
export async function openBetterAuthData(databaseUrl, secret) {
  const connection = await connect(databaseUrl);
  const clients = Array.from({ length: CLIENTS }, () => ({ clientId: random(), secret: random() }));
  const installations = clients.flatMap((client) =>
    Array.from({ length: COMPANIES_PER_CLIENT }, () => newInstallation(client, secret)),
  );
  const now = new Date();
  const soon = new Date(now.getTime() + HOUR_MS);
  const insert = (table, columns, rows) => insertRows(connection, table, columns, rows);
  await insert(
    "user",
    USERS,
    installations.map(({ userId }) => [userId, "Asha", `${userId}@example.com`, true]),
  );
  await insert(
    "session",
    SESSIONS,
    installations.map((one) => [one.sessionId, soon, one.session, now, one.userId]),
  );
  const registered = (clientId, clientSecret, owner) => [
    ...[clientId, clientId, sha256(clientSecret), false, SCOPES, owner, now, now, "Shipfast"],
    ...[JSON.stringify([REDIRECT_URI]), "client_secret_basic", "web"],
    ...['["authorization_code","refresh_token"]', '["code"]', true],
  ];
  await insert("oauthClient", REGISTERED, [
    ...clients.map((client) => registered(client.clientId, client.secret, null)),
    ...installations.flatMap(({ userId }) =>
      Array.from({ length: CLIENTS_PER_OWNER }, () => registered(random(), random(), userId)),
    ),
  ]);
  await insert(
    "oauthConsent",
    CONSENTS,
    installations.map((one) => [random(), one.clientId, one.userId, SCOPES, now, now]),
  );
  const tokenRow = (one) => [
    ...[random(), sha256(one.token), one.clientId, one.sessionId, one.userId],
    ...[soon, now, SCOPES],
  ];
  const tables = {
    exchange: [
      "verification",
      CODES,
      (one) => [random(), sha256(one.token), code(one), soon, now, now],
    ],
    rotate: ["oauthRefreshToken", TOKENS, tokenRow],
    introspect: ["oauthAccessToken", TOKENS, tokenRow],
  };
  return {
    async seed(operation, count) {
      const credentials = newCredentials(installations, count);
      if (operation in tables) {
        const [table, columns, row] = tables[operation];
        await insert(table, columns, credentials.map(row));
      }
      return credentials;
    },
    close: () => connection.end(),
  };
}

function newInstallation(client, secret) {
  const session = random();
  const signature = createHmac("sha256", secret).update(session).digest("base64");
  return {
    ...client,
    userId: random(),
    sessionId: random(),
    session,
    cookie: `better-auth.session_token=${encodeURIComponent(`${session}.${signature}`)}`,
    verifier: random(),
  };
}

function code({ clientId, userId, sessionId, verifier }) {
  const query = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    state: "s",
    code_challenge: sha256(verifier),
    code_challenge_method: "S256",
  };
  return JSON.stringify({
    type: "authorization_code",
    query,
    userId,
    sessionId,
    authTime: Date.now(),
  });
}

/** How better-auth stores secrets and tokens, and the S256 challenge of RFC 7636. */
export function sha256(text) {
  return createHash("sha256").update(text).digest("base64url");
}
