// oidc-provider as in production: its own keys, an adapter, no development features.
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import Provider from "oidc-provider";
import pg from "pg";
import { postgresAdapter } from "./oidc-provider-adapter.mjs";
import { ROTATING } from "./oidc-provider-data.mjs";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

const { databaseUrl, cookieKey, port } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
// Encoded and read back, because Node can deadlock when it exports a key object as JWK that it has just generated.
const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const jwk = createPrivateKey(privateKey).export({ format: "jwk" });

const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: postgresAdapter(pool),
  jwks: { keys: [{ ...jwk, alg: "RS256", use: "sig" }] },
  cookies: { keys: [cookieKey] },
  scopes: ["read", "write", "openid", "offline_access"],
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  // Offline tokens outlive the browser's session and some clients' refresh tokens stay the same, as in Latchkey.
  expiresWithSession: () => false,
  issueRefreshToken: (_context, client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: ({ oidc }) => oidc.client.clientId.startsWith(ROTATING),
  features: {
    devInteractions: { enabled: false },
    introspection: {
      enabled: true,
      allowedPolicy: (_context, client, token) => client.clientId === token.clientId,
    },
  },
  interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  ttl: {
    AccessToken: HOUR_SECONDS,
    AuthorizationCode: HOUR_SECONDS,
    Grant: DAY_SECONDS,
    IdToken: HOUR_SECONDS,
    Interaction: HOUR_SECONDS,
    RefreshToken: DAY_SECONDS,
    Session: DAY_SECONDS,
  },
});
provider.on("server_error", (_context, error) => process.stderr.write(`${error.stack}\n`));
const server = provider.listen(port, "127.0.0.1");
server.keepAliveTimeout = 65_000;
process.on("SIGTERM", () => process.exit(0));
