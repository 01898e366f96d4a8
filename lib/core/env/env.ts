import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { isPublicAddress } from "@/lib/core/addresses/parse-url.mjs";
import { generatedKeys, readKeys } from "@/lib/core/crypto/generated-keys";
import {
  type ProviderSettings,
  providerOf,
  providerPairProblems,
  providerSettings,
} from "@/lib/core/env/provider-settings";
import { type Retention, retentionOf, retentionSettings } from "@/lib/core/env/retention-settings";
import { type ValuesOf, valuesOf } from "@/lib/core/env/setting-schemas";
import { settings, variablesSchema } from "@/lib/core/env/settings";
import { StartupError } from "@/lib/core/errors";
import { nearestName } from "@/lib/core/http/nearest-name";
import { processState } from "@/lib/core/process/process-state";

/** Raw variables: `process.env`, or a literal in tests. */
type RawEnv = Readonly<Record<string, string | undefined>>;

/** The validated environment of the process: its settings, and those that depend on others. */
export type Env = ValuesOf<typeof settings> & {
  readonly baseUrl: string;
  readonly clusterUrl: string;
  readonly demo: boolean;
  readonly sampleExtensionUrl: string;
  /** How long clean-up keeps data. */
  readonly retention: Retention;
  /** Mail server; `undefined`: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** Sign-in with the platform's accounts; `undefined`: only passwords. */
  readonly provider: ProviderSettings | undefined;
};

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

/** Validates the variables and fills in those that depend on others. @throws EnvError with all problems and hints */
export function parseEnv(raw: RawEnv, more: readonly string[] = []): Env {
  const variables = withoutEmpty(raw);
  const parsed = variablesSchema.safeParse(variables);
  const problems = [
    ...(parsed.error?.issues.map(describeIssue) ?? []),
    ...pairProblems(variables),
    ...more,
  ];
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  const own = valuesOf(settings, parsed.data);
  const baseUrl = own.baseUrl ?? `http://127.0.0.1:${own.port}`;
  const isTrial = own.databaseUrl === undefined && !isPublicAddress(baseUrl);
  return {
    ...own,
    baseUrl,
    clusterUrl: own.clusterUrl ?? baseUrl,
    demo: own.demo ?? isTrial,
    sampleExtensionUrl: own.sampleExtensionUrl ?? `http://127.0.0.1:${own.port + 1}`,
    retention: retentionOf(valuesOf(retentionSettings, parsed.data)),
    mail: own.smtpUrl && own.mailFrom ? { smtpUrl: own.smtpUrl, from: own.mailFrom } : undefined,
    provider: providerOf(valuesOf(providerSettings, parsed.data)),
  };
}

const hints = variablesSchema.shape;

/** Variables that require or exclude another one. */
function pairProblems(values: RawEnv): string[] {
  const { SMTP_URL, MAIL_FROM, DATABASE_URL, MIGRATION_DATABASE_URL, WORKERS } = values;
  const { PORT = "3000", METRICS_PORT } = values;
  const required = (name: keyof typeof hints, by: string) =>
    `${name} is required with ${by}: ${hints[name].description}`;
  const problems = [
    METRICS_PORT === PORT && `METRICS_PORT is the same as PORT: ${hints.METRICS_PORT.description}`,
    SMTP_URL && !MAIL_FROM && required("MAIL_FROM", "SMTP_URL"),
    MAIL_FROM && !SMTP_URL && required("SMTP_URL", "MAIL_FROM"),
    ...providerPairProblems(values),
    MIGRATION_DATABASE_URL && !DATABASE_URL && required("DATABASE_URL", "MIGRATION_DATABASE_URL"),
    Number(WORKERS) > 1 &&
      "WORKERS is no longer a setting: unset it, and run several instances behind a proxy instead; see docs/availability.md, Several instances on one machine",
  ];
  return problems.flatMap((problem) => problem || []);
}

/** An empty variable counts as unset, because compose files and CI systems pass unset ones that way. */
function withoutEmpty(raw: RawEnv): RawEnv {
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ""));
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]);
  return `${name} ${issue.message}: ${hints[name as keyof typeof hints].description}`;
}

/** The file whose keys are in use, and the variables that override it. */
type KeysInUse = { file: string; raw: RawEnv; version: string; checkedAt: number };

const configured = (): { current?: Env; keys?: KeysInUse } => processState("env", () => ({}));

const OWN_NAME = /^(OIDC|GATE)_|_RETENTION_DAYS$/;

export function settingNames(): string[] {
  return Object.keys(variablesSchema.shape);
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
  return [`GATE_RULES names a file that does not exist: ${hints.GATE_RULES.description}`];
}

/**
 * Validates the environment once at boot, for both copies of `lib`. Missing keys come from `KEYS_FILE`, or for the
 * embedded database from `DATA_DIR/keys.json`. With `isStart`, the files that it names must exist, too.
 * @throws EnvError as {@link parseEnv} does; StartupError if the file with the keys is lost or damaged
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

/** The validated environment, with keys at most {@link KEYS_AGE_MS} old. @throws Error before {@link configureEnv} */
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
  const keysSchema = variablesSchema.pick({ ENCRYPTION_KEYS: true, NEXTAUTH_SECRET: true });
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
