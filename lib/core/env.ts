import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { isPublicAddress } from "@/lib/core/addresses/is-public-address.mjs";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { generatedKeys, readKeys } from "@/lib/core/generated-keys";
import { addressSet } from "@/lib/core/http/ip-address";
import { nearestName } from "@/lib/core/http/nearest-name";
import { processState } from "@/lib/core/process-state";
import {
  type ProviderSettings,
  providerHints,
  providerOf,
  providerPairProblems,
  providerVariables,
} from "@/lib/core/provider-settings";
import {
  type Retention,
  retentionHints,
  retentionOf,
  retentionVariables,
} from "@/lib/core/retention-settings";
import { StartupError } from "@/lib/core/startup-error";

/** One AES-256 key of the ring; `id` is stored next to what it encrypted. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Raw variables: `process.env`, or a literal in tests. */
export type RawEnv = Readonly<Record<string, string | undefined>>;

/** The validated environment of the process. */
export interface Env {
  readonly port: number;
  readonly host: string;
  /** Origin at which people open pages; no trailing slash. */
  readonly baseUrl: string;
  /** Origin that extensions and SDKs call; by default the same. */
  readonly clusterUrl: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** `undefined`: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** For the role that owns the tables; `undefined`: the same as `databaseUrl`. */
  readonly migrationDatabaseUrl: string | undefined;
  /** The first one encrypts, all of them decrypt. */
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  /** The first one signs cookies and forms, all of them verify. */
  readonly sessionSecrets: readonly [string, ...string[]];
  /** By default only on the embedded database, and not on a public address. */
  readonly demo: boolean;
  readonly fastLane: boolean;
  /** `npm run dev`: pages are compiled on request. */
  readonly development: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** How long clean-up keeps data. */
  readonly retention: Retention;
  /** Origin of the sample extension that the demo data registers. */
  readonly sampleExtensionUrl: string;
  /** Mail server; `undefined`: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** Sign-in with the platform's accounts; `undefined`: only passwords. */
  readonly provider: ProviderSettings | undefined;
  /** Whether people may sign in with a password. Operators always may. */
  readonly passwordSignIn: boolean;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is trusted; `undefined`: see `proxyTrust`. */
  readonly trustedProxies: readonly string[] | undefined;
  /** Maximum seconds from a signal to the end of the process. */
  readonly shutdownSeconds: number;
  /** Processes that serve requests. With 1, the only process serves; otherwise a primary starts them. */
  readonly workers: number;
  /** Database connections that each process may open. */
  readonly poolSize: number;
  /** Connections on which each process serves requests; on more, it rejects them. */
  readonly maxConnections: number;
  /** Whether new clients are drafts, and an operator approves what every seller sees. */
  readonly reviewListings: boolean;
  /** Absolute path of the file with the gate's rules; `undefined`: the demo's rules, or none. */
  readonly gateRulesFile: string | undefined;
  /** Where metrics are served without a token; `undefined`: only at `/metrics`, with one. */
  readonly metricsPort: number | undefined;
}

/** All problems of the environment at once, ready to print. */
export class EnvError extends StartupError {
  override readonly name = "EnvError";
  /** @param problems One line each, naming the variable and what to do. */
  constructor(readonly problems: readonly string[]) {
    super(
      `Invalid environment variables:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
  }
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const NEW_KEY = `node -p "'k1:' + require('node:crypto').randomBytes(32).toString('base64')"`;
const NEW_SECRET = `node -p "require('node:crypto').randomBytes(32).toString('base64url')"`;

const hints: Readonly<Record<string, string>> = {
  PORT: "a whole number from 1 to 65535, for example PORT=3000",
  METRICS_PORT:
    "a whole number from 1 to 65535 other than PORT, for example METRICS_PORT=9464, or leave it unset",
  HOST: "the address to listen on, for example HOST=127.0.0.1, or HOST=0.0.0.0 behind a proxy",
  BASE_URL: "an http(s) origin without a path, for example BASE_URL=https://auth.example.com",
  CLUSTER_URL:
    "an http(s) origin without a path, for example CLUSTER_URL=https://api.example.com, or leave it unset",
  DATA_DIR: "a folder that this user may write, for example DATA_DIR=.data",
  DATABASE_URL: "for example postgresql://user:password@host:5432/latchkey, or leave it unset",
  MIGRATION_DATABASE_URL:
    "the same database with the role that owns its tables, or leave it unset; requires DATABASE_URL",
  ENCRYPTION_KEYS: `id:key[,id:key...], each key 32 bytes in base64; make one with: ${NEW_KEY}`,
  KEYS_FILE:
    "a JSON file with encryption_keys and nextauth_secret, for example KEYS_FILE=/etc/latchkey/keys.json",
  NEXTAUTH_SECRET: `at least 32 characters; make one with: ${NEW_SECRET}`,
  DEMO: "1 loads demo data, 0 does not",
  FAST_LANE: "1 serves API endpoints without Next, 0 sends every request through Next",
  LOG_LEVEL: `one of ${LOG_LEVELS.join(", ")}`,
  SAMPLE_EXTENSION_URL: "an http(s) origin, for example http://127.0.0.1:3001",
  SMTP_URL: "for example smtp://user:password@mail.example.com:587, or leave it unset",
  MAIL_FROM: "the sender of mail, for example MAIL_FROM=latchkey@example.com; requires SMTP_URL",
  TRUSTED_PROXIES:
    "addresses or CIDR ranges separated by commas, for example TRUSTED_PROXIES=10.0.0.0/8,2001:db8::7, or none",
  SHUTDOWN_SECONDS: "a whole number of seconds from 2 to 600, for example 10",
  WORKERS: "a whole number of processes from 1 to 64, at most one for each core, for example 4",
  POOL_SIZE: "a whole number of database connections from 4 to 200, for example 16",
  MAX_CONNECTIONS: "a whole number of connections from 50 to 50000, for example 1000",
  GATE_RULES: "a JSON file with the rules of the gate, for example GATE_RULES=gate-rules.json",
  REVIEW_LISTINGS: "1 has an operator approve which extensions sellers see, 0 does not",
  ...providerHints,
  ...retentionHints,
};

function origin(value: string, ctx: z.RefinementCtx): string {
  const url = parseUrl(value);
  const web = url?.protocol === "http:" || url?.protocol === "https:";
  if (url && web && url.pathname === "/" && !url.search && !url.hash && !url.username) {
    return url.origin;
  }
  ctx.addIssue("is not an http(s) origin");
  return z.NEVER;
}

function keyRing(value: string, ctx: z.RefinementCtx): Env["encryptionKeys"] {
  const keys = value.split(",").map((entry) => {
    const [, id = "", encoded = ""] = /^([\w-]{1,32}):(.+)$/.exec(entry.trim()) ?? [];
    return { id, key: Buffer.from(encoded, "base64") };
  });
  const [first, ...rest] = keys;
  const distinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  if (first && distinct && keys.every(({ id, key }) => id && key.length === 32)) {
    return [first, ...rest];
  }
  ctx.addIssue("is not a list of distinct id:key pairs with 32-byte keys in base64");
  return z.NEVER;
}

/**
 * The keys of a ring as in ENCRYPTION_KEYS.
 * @throws EnvError
 */
export function parseKeyRing(text: string): Env["encryptionKeys"] {
  const parsed = z.string().transform(keyRing).safeParse(text);
  if (parsed.success) return parsed.data;
  throw new EnvError([`ENCRYPTION_KEYS is not a key ring: ${hints.ENCRYPTION_KEYS}`]);
}

/** A key ring as in ENCRYPTION_KEYS. */
export function writeKeyRing(ring: readonly EncryptionKey[]): string {
  return ring.map(({ id, key }) => `${id}:${key.toString("base64")}`).join();
}

function secretList(value: string, ctx: z.RefinementCtx): Env["sessionSecrets"] {
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

const flag = z.enum(["0", "1"], { error: "is neither 0 nor 1" });

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

const rawEnvSchema = z.object({
  PORT: portNumber.default(3000),
  METRICS_PORT: portNumber.optional(),
  HOST: z.string().default("127.0.0.1"),
  BASE_URL: z.string().transform(origin).optional(),
  CLUSTER_URL: z.string().transform(origin).optional(),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: databaseAddress.optional(),
  MIGRATION_DATABASE_URL: databaseAddress.optional(),
  ENCRYPTION_KEYS: z
    .string({ error: "is required with DATABASE_URL, unless KEYS_FILE is set" })
    .transform(keyRing),
  NEXTAUTH_SECRET: z
    .string({ error: "is required with DATABASE_URL, unless KEYS_FILE is set" })
    .transform(secretList),
  KEYS_FILE: z.string().optional(),
  DEMO: flag.optional(),
  REVIEW_LISTINGS: flag.default("0"),
  GATE_RULES: z.string().optional(),
  FAST_LANE: flag.default("1"),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: "is not a log level" }).default("info"),
  SAMPLE_EXTENSION_URL: z.string().transform(origin).optional(),
  SMTP_URL: z
    .string()
    .refine(
      (url) => /^smtps?:\/\/[^/]/.test(url) && parseUrl(url) !== null,
      "is not an smtp:// or smtps:// address",
    )
    .optional(),
  MAIL_FROM: z.email("is not an email address").optional(),
  TRUSTED_PROXIES: z.string().transform(proxyList).optional(),
  SHUTDOWN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, "is not a number of seconds")
    .transform(Number)
    .refine((seconds) => seconds >= 2 && seconds <= 600, "is not a number from 2 to 600")
    .default(10),
  WORKERS: z
    .string()
    .regex(/^\d{1,2}$/, "is not a number of processes")
    .transform(Number)
    .refine((workers) => workers >= 1 && workers <= 64, "is not a number from 1 to 64")
    .default(1),
  POOL_SIZE: z
    .string()
    .regex(/^\d{1,3}$/, "is not a number of connections")
    .transform(Number)
    .refine((size) => size >= 4 && size <= 200, "is not a number from 4 to 200")
    .default(16),
  MAX_CONNECTIONS: z
    .string()
    .regex(/^\d{1,5}$/, "is not a number of connections")
    .transform(Number)
    .refine((most) => most >= 50 && most <= 50_000, "is not a number from 50 to 50000")
    .default(1_000),
  NODE_ENV: z.string().optional(),
  ...providerVariables,
  ...retentionVariables,
});

/**
 * Validates the variables and fills in those that depend on others. Pure: reads only its arguments.
 *
 * @param more problems that were found otherwise
 * @throws EnvError listing all problems, each with a hint that includes the command for a value.
 */
export function parseEnv(raw: RawEnv, more: readonly string[] = []): Env {
  const variables = withoutEmpty(raw);
  const parsed = rawEnvSchema.safeParse(variables);
  const problems = [
    ...(parsed.error?.issues.map(describeIssue) ?? []),
    ...pairProblems(variables),
    ...more,
  ];
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  const values = parsed.data;
  const baseUrl = values.BASE_URL ?? `http://127.0.0.1:${values.PORT}`;
  const trial = values.DATABASE_URL === undefined && !isPublicAddress(baseUrl);
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl,
    clusterUrl: values.CLUSTER_URL ?? baseUrl,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    encryptionKeys: values.ENCRYPTION_KEYS,
    sessionSecrets: values.NEXTAUTH_SECRET,
    demo: (values.DEMO ?? (trial ? "1" : "0")) === "1",
    fastLane: values.FAST_LANE === "1",
    development: values.NODE_ENV === "development",
    logLevel: values.LOG_LEVEL,
    retention: retentionOf(values),
    sampleExtensionUrl: values.SAMPLE_EXTENSION_URL ?? `http://127.0.0.1:${values.PORT + 1}`,
    mail:
      values.SMTP_URL && values.MAIL_FROM
        ? { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM }
        : undefined,
    provider: providerOf(values),
    passwordSignIn: values.PASSWORD_SIGN_IN === "1",
    trustedProxies: values.TRUSTED_PROXIES,
    shutdownSeconds: values.SHUTDOWN_SECONDS,
    workers: values.WORKERS,
    poolSize: values.POOL_SIZE,
    maxConnections: values.MAX_CONNECTIONS,
    reviewListings: values.REVIEW_LISTINGS === "1",
    metricsPort: values.METRICS_PORT,
    gateRulesFile: values.GATE_RULES === undefined ? undefined : resolve(values.GATE_RULES),
  };
}

/** Variables that require or exclude another one. */
function pairProblems(values: RawEnv): string[] {
  const { SMTP_URL, MAIL_FROM, DATABASE_URL, MIGRATION_DATABASE_URL, WORKERS = "1" } = values;
  const alone = MIGRATION_DATABASE_URL && !DATABASE_URL;
  const { PORT = "3000", METRICS_PORT } = values;
  return [
    ...(METRICS_PORT === PORT ? [`METRICS_PORT is the same as PORT: ${hints.METRICS_PORT}`] : []),
    ...mailProblems(SMTP_URL, MAIL_FROM),
    ...providerPairProblems(values),
    ...(alone
      ? [`DATABASE_URL is required with MIGRATION_DATABASE_URL: ${hints.DATABASE_URL}`]
      : []),
    ...(values.NODE_ENV === "development" && WORKERS !== "1"
      ? ["WORKERS must be 1 in development, which compiles pages in one process: leave it unset"]
      : []),
  ];
}

/** The two variables for mail must be set together. */
function mailProblems(SMTP_URL: string | undefined, MAIL_FROM: string | undefined): string[] {
  if (SMTP_URL && !MAIL_FROM) return [`MAIL_FROM is required with SMTP_URL: ${hints.MAIL_FROM}`];
  if (MAIL_FROM && !SMTP_URL) return [`SMTP_URL is required with MAIL_FROM: ${hints.SMTP_URL}`];
  return [];
}

/** An empty variable counts as unset, because compose files and CI systems pass unset ones that way. */
function withoutEmpty(raw: RawEnv): RawEnv {
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ""));
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]);
  return `${name} ${issue.message}: ${hints[name]}`;
}

/** The file whose keys are in use, and the variables that override it. */
type KeysInUse = { file: string; raw: RawEnv; version: string; checkedAt: number };

const configured = (): { current?: Env; keys?: KeysInUse } => processState("env", () => ({}));

const OWN_NAME = /^(OIDC|GATE)_|_RETENTION_DAYS$/;

/** The names of all settings. */
export function settingNames(): string[] {
  return Object.keys(rawEnvSchema.shape);
}

/** Variables that look like settings of Latchkey but are none, each with the nearest setting, in words. */
export function unknownSettings(raw: RawEnv = process.env): string[] {
  const names = settingNames();
  const unknownNames = Object.keys(raw).filter(
    (name) => OWN_NAME.test(name) && !names.includes(name),
  );
  return unknownNames.map((name) => {
    const nearest = nearestName(name, names);
    return `${name} is not a setting of Latchkey and has no effect.${nearest ? ` Did you mean ${nearest}?` : ""}`;
  });
}

/** Files that a start needs. A running service goes on without them. */
function missingFiles({ GATE_RULES: file }: RawEnv): string[] {
  if (file === undefined || existsSync(resolve(file))) return [];
  return [`GATE_RULES names a file that does not exist: ${hints.GATE_RULES}`];
}

/**
 * Validates the environment once at boot and keeps it for both copies of `lib`. Missing keys come from `KEYS_FILE`, or
 * on the embedded database from `DATA_DIR/keys.json`; {@link env} reads them again when the file changes.
 *
 * @param options `isStart`: the files that it names must exist, too
 * @throws EnvError as {@link parseEnv} does; StartupError if the file with the keys is lost or damaged.
 */
export function configureEnv(raw: RawEnv = process.env, { isStart = false } = {}): Env {
  const variables = withoutEmpty(raw);
  const file = keysFileOf(variables);
  const version = file === undefined ? "" : versionOf(file);
  const complete = file === undefined ? variables : withKeysOf(file, variables);
  const current = parseEnv(complete, isStart ? missingFiles(variables) : []);
  configured().current = current;
  configured().keys =
    file === undefined
      ? undefined
      : { file, raw: variables, version, checkedAt: performance.now() };
  // next-auth 4 reads its own address from this variable only.
  process.env.NEXTAUTH_URL = current.baseUrl;
  return current;
}

/** Where the keys are that the variables do not give. The embedded database's file is created if necessary. */
function keysFileOf(raw: RawEnv): string | undefined {
  if (raw.ENCRYPTION_KEYS !== undefined && raw.NEXTAUTH_SECRET !== undefined) return undefined;
  if (raw.KEYS_FILE !== undefined) return resolve(/* turbopackIgnore: true */ raw.KEYS_FILE);
  if (raw.DATABASE_URL !== undefined) return undefined;
  const dataDir = resolve(/* turbopackIgnore: true */ raw.DATA_DIR ?? ".data");
  generatedKeys(dataDir);
  return join(dataDir, "keys.json");
}

function withKeysOf(file: string, raw: RawEnv): RawEnv {
  const { encryptionKeys, nextauthSecret } = readKeys(file);
  return { ENCRYPTION_KEYS: encryptionKeys, NEXTAUTH_SECRET: nextauthSecret, ...raw };
}

/** Differs after each replacement of the file. */
function versionOf(file: string): string {
  const stored = statSync(file, { throwIfNoEntry: false });
  return `${stored?.ino} ${stored?.mtimeMs} ${stored?.size}`;
}

/** After a change of its file, no key is used for longer than this. */
export const KEYS_AGE_MS = 1_000;

/**
 * The validated environment, with the keys of their file as it was at most {@link KEYS_AGE_MS} ago.
 *
 * @throws Error if the process was not started through `server.ts` or the tests' setup.
 */
export function env(): Env {
  const { current, keys } = configured();
  if (!current) throw new Error("The environment is not configured: start through server.ts");
  if (!keys || performance.now() - keys.checkedAt < KEYS_AGE_MS) return current;
  keys.checkedAt = performance.now();
  const version = versionOf(keys.file);
  if (version === keys.version) return current;
  keys.version = version;
  const changed = withNewKeys(current, keys);
  configured().current = changed;
  return changed;
}

/** The file with the keys in use; undefined if the environment gives them. */
export function keysFile(): string | undefined {
  return configured().keys?.file;
}

/** A file that cannot be used changes nothing, and is reported once. */
function withNewKeys(current: Env, { file, raw }: KeysInUse): Env {
  const keysSchema = rawEnvSchema.pick({ ENCRYPTION_KEYS: true, NEXTAUTH_SECRET: true });
  try {
    const keys = keysSchema.parse(withKeysOf(file, raw));
    return {
      ...current,
      encryptionKeys: keys.ENCRYPTION_KEYS,
      sessionSecrets: keys.NEXTAUTH_SECRET,
    };
  } catch {
    process.emitWarning(`The keys in ${file} cannot be used; the earlier ones stay in use.`);
    return current;
  }
}
