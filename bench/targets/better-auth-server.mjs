// better-auth with its OAuth provider, on its own adapter for PostgreSQL.
import { createServer } from "node:http";
import { oauthProvider } from "@better-auth/oauth-provider";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { jwt } from "better-auth/plugins";
import pg from "pg";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

const { databaseUrl, secret, port } = JSON.parse(process.argv[2]);
const auth = betterAuth({
  database: new pg.Pool({ connectionString: databaseUrl, max: 16 }),
  secret,
  baseURL: `http://127.0.0.1:${port}`,
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: "error" },
  plugins: [
    jwt(),
    oauthProvider({
      loginPage: "/sign-in",
      consentPage: "/consent",
      scopes: ["offline_access", "read", "write"],
      accessTokenExpiresIn: HOUR_SECONDS,
      refreshTokenExpiresIn: 30 * DAY_SECONDS,
      codeExpiresIn: HOUR_SECONDS,
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
});
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
createServer({ keepAliveTimeout: 65_000 }, toNodeHandler(auth)).listen(port, "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
