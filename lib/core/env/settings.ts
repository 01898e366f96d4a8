import { resolve } from "node:path";
import { z } from "zod";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { keyRingSchema } from "@/lib/core/env/key-ring";
import { providerSettings } from "@/lib/core/env/provider-settings";
import { retentionSettings } from "@/lib/core/env/retention-settings";
import { flag, setting, variablesOf, wholeNumber } from "@/lib/core/env/setting-schemas";
import { addressSet } from "@/lib/core/http/ip-address";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const NEW_KEY = `node -p "'k1:' + require('node:crypto').randomBytes(32).toString('base64')"`;
const NEW_SECRET = `node -p "require('node:crypto').randomBytes(32).toString('base64url')"`;

function origin(value: string, ctx: z.RefinementCtx): string {
  const url = parseUrl(value);
  const web = url?.protocol === "http:" || url?.protocol === "https:";
  if (url && web && url.pathname === "/" && !url.search && !url.hash && !url.username) {
    return url.origin;
  }
  ctx.addIssue("is not an http(s) origin");
  return z.NEVER;
}

function secretList(value: string, ctx: z.RefinementCtx): readonly [string, ...string[]] {
  const [first = "", ...rest] = value.split(",");
  if ([first, ...rest].every((secret) => secret.length >= 32)) return [first, ...rest];
  ctx.addIssue("is shorter than 32 characters");
  return z.NEVER;
}

function proxyList(value: string, ctx: z.RefinementCtx): readonly string[] {
  const entries = value === "none" ? [] : value.split(",").map((entry) => entry.trim());
  try {
    addressSet(entries);
    return entries;
  } catch {
    ctx.addIssue("is not a list of IP addresses and CIDR ranges");
    return z.NEVER;
  }
}

const KEY_REQUIRED = "is required with DATABASE_URL, unless KEYS_FILE is set";

const absolute = (path: string) => resolve(/* turbopackIgnore: true */ path);

const address = (form: RegExp, problem: string) =>
  z.string().refine((url) => form.test(url) && parseUrl(url) !== null, problem);
const mailAddress = address(/^smtps?:\/\/[^/]/, "is not an smtp:// or smtps:// address");
const databaseAddress = address(/^postgres(ql)?:\/\//, "is not a postgresql:// address");

const portNumber = wholeNumber(1, 65_535);

/** The settings by their names in the code. Those of the provider and of retention have tables of their own. */
export const settings = {
  port: setting(
    "PORT",
    portNumber.default(3000),
    "a whole number from 1 to 65535, for example PORT=3000",
  ),
  /** Where metrics are served without a token; `undefined`: only at `/metrics`, with one. */
  metricsPort: setting(
    "METRICS_PORT",
    portNumber.optional(),
    "a whole number from 1 to 65535 other than PORT, for example METRICS_PORT=9464, or leave it unset",
  ),
  host: setting(
    "HOST",
    z.string().default("127.0.0.1"),
    "the address to listen on, for example HOST=127.0.0.1, or HOST=0.0.0.0 behind a proxy",
  ),
  /** Origin at which people open pages; no trailing slash. */
  baseUrl: setting(
    "BASE_URL",
    z.string().transform(origin).optional(),
    "an http(s) origin without a path, for example BASE_URL=https://auth.example.com",
  ),
  /** Origin that extensions and SDKs call; by default the same. */
  clusterUrl: setting(
    "CLUSTER_URL",
    z.string().transform(origin).optional(),
    "an http(s) origin without a path, for example CLUSTER_URL=https://api.example.com, or leave it unset",
  ),
  /** Absolute path. */
  dataDir: setting(
    "DATA_DIR",
    z.string().prefault(".data").transform(absolute),
    "a folder that this user may write, for example DATA_DIR=.data",
  ),
  /** `undefined`: the embedded database in `dataDir`. */
  databaseUrl: setting(
    "DATABASE_URL",
    databaseAddress.optional(),
    "for example postgresql://user:password@host:5432/latchkey, or leave it unset",
  ),
  /** For the role that owns the tables; `undefined`: the same as `databaseUrl`. */
  migrationDatabaseUrl: setting(
    "MIGRATION_DATABASE_URL",
    databaseAddress.optional(),
    "the same database with the role that owns its tables, or leave it unset; requires DATABASE_URL",
  ),
  /** The first one encrypts, all of them decrypt. */
  encryptionKeys: setting(
    "ENCRYPTION_KEYS",
    z.string({ error: KEY_REQUIRED }).pipe(keyRingSchema),
    `id:key[,id:key...], each key 32 bytes in base64; make one with: ${NEW_KEY}`,
  ),
  /** The first one signs cookies and forms, all of them verify. */
  sessionSecrets: setting(
    "NEXTAUTH_SECRET",
    z.string({ error: KEY_REQUIRED }).transform(secretList),
    `at least 32 characters; make one with: ${NEW_SECRET}`,
  ),
  keysFile: setting(
    "KEYS_FILE",
    z.string().transform(absolute).optional(),
    "a JSON file with encryption_keys and nextauth_secret, for example KEYS_FILE=/etc/latchkey/keys.json",
  ),
  /** By default only on the embedded database, and not on a public address. */
  demo: setting("DEMO", flag.optional(), "1 loads demo data, 0 does not"),
  /** Whether new clients are drafts, and an operator approves what every seller sees. */
  reviewListings: setting(
    "REVIEW_LISTINGS",
    flag.default(false),
    "1 has an operator approve which extensions sellers see, 0 does not",
  ),
  /** Absolute path of the file with the gate's rules; `undefined`: the demo's rules, or none. */
  gateRulesFile: setting(
    "GATE_RULES",
    z.string().transform(absolute).optional(),
    "a JSON file with the rules of the gate, for example GATE_RULES=gate-rules.json",
  ),
  fastLane: setting(
    "FAST_LANE",
    flag.default(true),
    "1 serves API endpoints without Next, 0 sends every request through Next",
  ),
  logLevel: setting(
    "LOG_LEVEL",
    z.enum(LOG_LEVELS, { error: "is not a log level" }).default("info"),
    `one of ${LOG_LEVELS.join(", ")}`,
  ),
  /** Origin of the sample extension that the demo data registers. */
  sampleExtensionUrl: setting(
    "SAMPLE_EXTENSION_URL",
    z.string().transform(origin).optional(),
    "an http(s) origin, for example http://127.0.0.1:3001",
  ),
  smtpUrl: setting(
    "SMTP_URL",
    mailAddress.optional(),
    "for example smtp://user:password@mail.example.com:587, or leave it unset",
  ),
  mailFrom: setting(
    "MAIL_FROM",
    z.email("is not an email address").optional(),
    "the sender of mail, for example MAIL_FROM=latchkey@example.com; requires SMTP_URL",
  ),
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is trusted; `undefined`: see `proxyTrust`. */
  trustedProxies: setting(
    "TRUSTED_PROXIES",
    z.string().transform(proxyList).optional(),
    "addresses or CIDR ranges separated by commas, for example TRUSTED_PROXIES=10.0.0.0/8,2001:db8::7, or none",
  ),
  /** Whether people may sign in with a password. Operators always may. */
  passwordSignIn: setting(
    "PASSWORD_SIGN_IN",
    flag.default(true),
    "1 lets people sign in with a password, 0 only operators; requires OIDC_ISSUER",
  ),
  /** Maximum seconds from a signal to the end of the process. */
  shutdownSeconds: setting(
    "SHUTDOWN_SECONDS",
    wholeNumber(2, 600, "seconds").default(10),
    "for example 10",
  ),
  /** Database connections that the process may open. */
  poolSize: setting(
    "POOL_SIZE",
    wholeNumber(4, 200, "database connections").default(16),
    "for example 16",
  ),
  /** Connections on which the process serves requests; on more, it rejects them. */
  maxConnections: setting(
    "MAX_CONNECTIONS",
    wholeNumber(50, 50_000, "connections").default(1_000),
    "for example 1000",
  ),
  /** `npm run dev`: pages are compiled on request. */
  development: setting(
    "NODE_ENV",
    z
      .string()
      .optional()
      .transform((mode) => mode === "development"),
    "development or production",
  ),
};

/** All variables, each with what it should look like. */
export const variablesSchema = z.object({
  ...variablesOf(settings),
  ...variablesOf(providerSettings),
  ...variablesOf(retentionSettings),
});
