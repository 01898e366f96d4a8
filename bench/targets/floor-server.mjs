// node:http and one statement per request. bench/README.md lists what it leaves out.
import { hash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import pg from "pg";

const { databaseUrl, port } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });

const CLIENT =
  "client AS (SELECT client_id FROM clients WHERE client_id = $1 AND secret_hash = $2)";
const ACCESS = `access AS (INSERT INTO access_tokens (hash, client_id, user_id)
  SELECT $4, client_id, user_id FROM presented)`;
const EXCHANGE = `
  WITH ${CLIENT}, presented AS (
    UPDATE codes SET used_at = now() FROM client
    WHERE hash = $3 AND codes.client_id = client.client_id AND used_at IS NULL AND expires_at > now()
    RETURNING codes.client_id, user_id
  ), ${ACCESS}, refresh AS (INSERT INTO refresh_tokens (hash, client_id, user_id)
    SELECT $5, client_id, user_id FROM presented)
  SELECT user_id FROM presented`;
const REFRESH = `
  WITH ${CLIENT}, presented AS (
    UPDATE refresh_tokens SET expires_at = now() + interval '1 day' FROM client
    WHERE hash = $3 AND refresh_tokens.client_id = client.client_id AND expires_at > now()
    RETURNING refresh_tokens.client_id, user_id
  ), ${ACCESS}
  SELECT user_id FROM presented`;
const ROTATE = `
  WITH ${CLIENT}, presented AS (
    UPDATE refresh_tokens SET expires_at = now() FROM client
    WHERE hash = $3 AND refresh_tokens.client_id = client.client_id AND expires_at > now()
    RETURNING refresh_tokens.client_id, user_id
  ), ${ACCESS}, refresh AS (INSERT INTO refresh_tokens (hash, client_id, user_id)
    SELECT $5, client_id, user_id FROM presented)
  SELECT user_id FROM presented`;
const INTROSPECT = `
  WITH ${CLIENT}
  SELECT t.user_id, extract(epoch FROM t.expires_at)::int AS exp FROM client
  JOIN access_tokens t ON t.hash = $3 AND t.client_id = client.client_id AND t.expires_at > now()`;
const AUTHORIZE = `
  INSERT INTO codes (hash, client_id, user_id)
  SELECT $3, g.client_id, g.user_id FROM sessions s
  JOIN grants g ON g.user_id = s.user_id AND g.client_id = $1
  JOIN clients c ON c.client_id = g.client_id AND c.redirect_uri = $4
  WHERE s.hash = $2 RETURNING 1 AS issued`;

function issueBoth(name, sql) {
  return async (credentials, { token }) => {
    const [access, refresh] = [random(), random()];
    const hashes = [sha256(token), sha256(access), sha256(refresh)];
    const row = await find(name, sql, [...credentials, ...hashes]);
    return row && tokens(access, refresh);
  };
}

async function refresh(credentials, { token }) {
  const access = random();
  const row = await find("refresh", REFRESH, [...credentials, sha256(token), sha256(access)]);
  return row && tokens(access, token);
}

async function introspect(credentials, { token }) {
  const row = await find("introspect", INTROSPECT, [...credentials, sha256(token)]);
  return row && { active: true, client_id: credentials[0], sub: row.user_id, exp: row.exp };
}

const posts = {
  "/exchange": issueBoth("exchange", EXCHANGE),
  "/rotate": issueBoth("rotate", ROTATE),
  "/refresh": refresh,
  "/introspect": introspect,
};

async function authorize(request, response) {
  const { searchParams } = new URL(request.url, "http://floor");
  const redirectUri = searchParams.get("redirect_uri");
  const session = request.headers.cookie.slice("session=".length);
  const code = random();
  const values = [searchParams.get("client_id"), sha256(session), sha256(code), redirectUri];
  const row = await find("authorize", AUTHORIZE, values);
  if (!row) return response.writeHead(400).end();
  const query = new URLSearchParams({ code, state: searchParams.get("state") });
  response.writeHead(302, { location: `${redirectUri}?${query}` }).end();
}

async function answer(request, response) {
  if (request.url.startsWith("/authorize?")) return authorize(request, response);
  const run = posts[request.url];
  if (!run) return response.writeHead(404).end();
  const [clientId, secret] = Buffer.from(request.headers.authorization.slice(6), "base64")
    .toString()
    .split(":");
  const body = await run([clientId, sha256(secret)], JSON.parse(await text(request)));
  response.writeHead(body ? 200 : 400, { "content-type": "application/json" });
  response.end(JSON.stringify(body ?? { error: "invalid_grant" }));
}

async function find(name, sql, values) {
  return (await pool.query({ name, text: sql, values })).rows[0];
}

function tokens(access_token, refresh_token) {
  return { access_token, refresh_token, token_type: "Bearer", expires_in: 3600 };
}

function sha256(value) {
  return hash("sha256", value, "buffer");
}

function random() {
  return randomBytes(32).toString("base64url");
}

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(500).end();
  });
}).listen(port, "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
