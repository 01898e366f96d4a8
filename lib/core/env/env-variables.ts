import { z } from "zod";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { keyRingSchema } from "@/lib/core/env/key-ring";
import { providerVariables } from "@/lib/core/env/provider-settings";
import { retentionVariables } from "@/lib/core/env/retention-settings";
import { flag, wholeNumber } from "@/lib/core/env/setting-schemas";
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

const databaseAddress = z
  .string()
  .refine(
    (url) => /^postgres(ql)?:\/\//.test(url) && parseUrl(url) !== null,
    "is not a postgresql:// address",
  );

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, "is not a port number")
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535, "is not a port number");

/** All variables, each with an example or what it should look like. */
export const variablesSchema = z.object({
  PORT: portNumber.default(3000).describe("a whole number from 1 to 65535, for example PORT=3000"),
  METRICS_PORT: portNumber
    .optional()
    .describe(
      "a whole number from 1 to 65535 other than PORT, for example METRICS_PORT=9464, or leave it unset",
    ),
  HOST: z
    .string()
    .default("127.0.0.1")
    .describe(
      "the address to listen on, for example HOST=127.0.0.1, or HOST=0.0.0.0 behind a proxy",
    ),
  BASE_URL: z
    .string()
    .transform(origin)
    .optional()
    .describe("an http(s) origin without a path, for example BASE_URL=https://auth.example.com"),
  CLUSTER_URL: z
    .string()
    .transform(origin)
    .optional()
    .describe(
      "an http(s) origin without a path, for example CLUSTER_URL=https://api.example.com, or leave it unset",
    ),
  DATA_DIR: z
    .string()
    .default(".data")
    .describe("a folder that this user may write, for example DATA_DIR=.data"),
  DATABASE_URL: databaseAddress
    .optional()
    .describe("for example postgresql://user:password@host:5432/latchkey, or leave it unset"),
  MIGRATION_DATABASE_URL: databaseAddress
    .optional()
    .describe(
      "the same database with the role that owns its tables, or leave it unset; requires DATABASE_URL",
    ),
  ENCRYPTION_KEYS: z
    .string({ error: "is required with DATABASE_URL, unless KEYS_FILE is set" })
    .pipe(keyRingSchema)
    .describe(`id:key[,id:key...], each key 32 bytes in base64; make one with: ${NEW_KEY}`),
  NEXTAUTH_SECRET: z
    .string({ error: "is required with DATABASE_URL, unless KEYS_FILE is set" })
    .transform(secretList)
    .describe(`at least 32 characters; make one with: ${NEW_SECRET}`),
  KEYS_FILE: z
    .string()
    .optional()
    .describe(
      "a JSON file with encryption_keys and nextauth_secret, for example KEYS_FILE=/etc/latchkey/keys.json",
    ),
  DEMO: flag.optional().describe("1 loads demo data, 0 does not"),
  REVIEW_LISTINGS: flag
    .default("0")
    .describe("1 has an operator approve which extensions sellers see, 0 does not"),
  GATE_RULES: z
    .string()
    .optional()
    .describe("a JSON file with the rules of the gate, for example GATE_RULES=gate-rules.json"),
  FAST_LANE: flag
    .default("1")
    .describe("1 serves API endpoints without Next, 0 sends every request through Next"),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: "is not a log level" })
    .default("info")
    .describe(`one of ${LOG_LEVELS.join(", ")}`),
  SAMPLE_EXTENSION_URL: z
    .string()
    .transform(origin)
    .optional()
    .describe("an http(s) origin, for example http://127.0.0.1:3001"),
  SMTP_URL: z
    .string()
    .refine(
      (url) => /^smtps?:\/\/[^/]/.test(url) && parseUrl(url) !== null,
      "is not an smtp:// or smtps:// address",
    )
    .optional()
    .describe("for example smtp://user:password@mail.example.com:587, or leave it unset"),
  MAIL_FROM: z
    .email("is not an email address")
    .optional()
    .describe("the sender of mail, for example MAIL_FROM=latchkey@example.com; requires SMTP_URL"),
  TRUSTED_PROXIES: z
    .string()
    .transform(proxyList)
    .optional()
    .describe(
      "addresses or CIDR ranges separated by commas, for example TRUSTED_PROXIES=10.0.0.0/8,2001:db8::7, or none",
    ),
  SHUTDOWN_SECONDS: wholeNumber(2, 600, "seconds").default(10).describe("for example 10"),
  POOL_SIZE: wholeNumber(4, 200, "database connections").default(16).describe("for example 16"),
  MAX_CONNECTIONS: wholeNumber(50, 50_000, "connections")
    .default(1_000)
    .describe("for example 1000"),
  NODE_ENV: z.string().optional(),
  ...providerVariables,
  ...retentionVariables,
});
