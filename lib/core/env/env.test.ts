import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  configureEnv,
  EnvError,
  env,
  parseEnv,
  settingNames,
  unknownSettings,
} from "@/lib/core/env/env";
import { createFolder } from "@/test/process/create-folder";

const key = Buffer.alloc(32, 1).toString("base64");
const secrets = { ENCRYPTION_KEYS: `k1:${key}`, NEXTAUTH_SECRET: "s".repeat(32) };

function problemsOf(raw: Record<string, string>): readonly string[] {
  try {
    parseEnv(raw);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

const A_SITE = "https://auth.example.com";
const OWN_DATABASE = { DATABASE_URL: "postgresql://u:p@db:5432/latchkey" };
const TABLE_OWNER = { MIGRATION_DATABASE_URL: "postgresql://owner:p@db:5432/latchkey" };
const MAIL = { SMTP_URL: "smtps://u:p@mail.example.com", MAIL_FROM: "latchkey@example.com" };
const PROVIDER = {
  OIDC_ISSUER: "https://id.example.com/realms/shop",
  OIDC_CLIENT_ID: "latchkey",
  OIDC_CLIENT_SECRET: "a secret",
};

test("a table of the documents has a row for every setting, and for no other variable", async () => {
  const files = ["docs/operating.md", "docs/sign-in.md"].map((file) => readFile(file, "utf8"));
  const text = (await Promise.all(files)).join("");
  const cells = [...text.matchAll(/^\|([^|]*)\|/gm)].map(([, cell = ""]) => cell);
  const documented = new Set(cells.flatMap((cell) => cell.match(/(?<=`)[A-Z_]+(?=`)/g) ?? []));
  // Node's own, which the scripts set.
  const names = settingNames().filter((name) => name !== "NODE_ENV");
  expect([...documented].toSorted()).toEqual(names.toSorted());
});

test("every setting but the keys has a default", () => {
  expect(parseEnv(secrets)).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    baseUrl: "http://127.0.0.1:3000",
    clusterUrl: "http://127.0.0.1:3000",
    dataDir: resolve(".data"),
    databaseUrl: undefined,
    migrationDatabaseUrl: undefined,
    demo: true,
    fastLane: true,
    logLevel: "info",
    sampleExtensionUrl: "http://127.0.0.1:3001",
    poolSize: 16,
    mail: undefined,
    trustedProxies: undefined,
    shutdownSeconds: 10,
    provider: undefined,
    passwordSignIn: true,
  });
});

test.each<[Record<string, string>, object]>([
  [
    { WORKERS: "1", POOL_SIZE: "8", SHUTDOWN_SECONDS: "30" },
    { poolSize: 8, shutdownSeconds: 30 },
  ],
  [
    { PORT: "", DATABASE_URL: "" },
    { port: 3000, databaseUrl: undefined },
  ],
  [
    { PORT: "4000" },
    { baseUrl: "http://127.0.0.1:4000", sampleExtensionUrl: "http://127.0.0.1:4001" },
  ],
  [{ BASE_URL: `${A_SITE}/` }, { baseUrl: A_SITE, clusterUrl: A_SITE }],
  [
    { BASE_URL: A_SITE, CLUSTER_URL: "https://api.example/" },
    { clusterUrl: "https://api.example" },
  ],
  // Demo data is loaded by default on this machine and on the embedded database.
  [{ BASE_URL: A_SITE }, { demo: false }],
  [{ BASE_URL: A_SITE, DEMO: "1" }, { demo: true }],
  [{ BASE_URL: "https://10.0.0.5:8443" }, { demo: false }],
  [{ BASE_URL: "http://auth.example.com" }, { demo: true }],
  [{ BASE_URL: "https://localhost:3443" }, { demo: true }],
  [{ BASE_URL: "https://127.0.0.1" }, { demo: true }],
  [{ BASE_URL: "https://[::1]:3443" }, { demo: true }],
  [OWN_DATABASE, { demo: false }],
  [{ ...OWN_DATABASE, DEMO: "1" }, { demo: true }],
  [
    { ...OWN_DATABASE, ...TABLE_OWNER },
    { migrationDatabaseUrl: TABLE_OWNER.MIGRATION_DATABASE_URL },
  ],
  [MAIL, { mail: { smtpUrl: MAIL.SMTP_URL, from: MAIL.MAIL_FROM } }],
  [{ TRUSTED_PROXIES: "none" }, { trustedProxies: [] }],
  [
    { TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::7,192.0.2.1" },
    { trustedProxies: ["10.0.0.0/8", "2001:db8::7", "192.0.2.1"] },
  ],
  [
    { ...PROVIDER, PASSWORD_SIGN_IN: "0" },
    {
      passwordSignIn: false,
      provider: {
        issuer: PROVIDER.OIDC_ISSUER,
        name: "id.example.com",
        scopes: "openid profile email",
        companiesClaim: undefined,
        trustMfa: false,
      },
    },
  ],
  // On this machine, a provider needs no TLS.
  [{ ...PROVIDER, OIDC_ISSUER: "http://127.0.0.1:4000" }, { provider: { name: "127.0.0.1:4000" } }],
])("%j is read as %j", (variables, expected) => {
  expect(parseEnv({ ...secrets, ...variables })).toMatchObject(expected);
});

test("a key ring keeps its order", () => {
  const other = Buffer.alloc(32, 2).toString("base64");
  const ring = parseEnv({ ...secrets, ENCRYPTION_KEYS: `new:${other},old:${key}` });
  expect(ring.encryptionKeys.map(({ id }) => id)).toEqual(["new", "old"]);
  expect(ring.encryptionKeys[0].key).toEqual(Buffer.alloc(32, 2));
});

const NOT_PROXIES = ["10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0.0/", "proxy", "1.2.3.4,"];

test.each<[Record<string, string>, RegExp]>([
  [{ WORKERS: "2" }, /several instances behind a proxy instead; see docs\/availability\.md/],
  [{ POOL_SIZE: "3" }, /^POOL_SIZE is not a whole number of .* from 4 to 200: for example/],
  [{ CLUSTER_URL: "https://api.example/service" }, /^CLUSTER_URL is not an http\(s\) origin/],
  [{ ENCRYPTION_KEYS: `a:${key},a:${key}` }, /^ENCRYPTION_KEYS/],
  [{ SMTP_URL: MAIL.SMTP_URL }, /^MAIL_FROM is required with SMTP_URL: .*example/],
  [{ MAIL_FROM: MAIL.MAIL_FROM }, /^SMTP_URL is required with MAIL_FROM: .*example/],
  [{ ...MAIL, SMTP_URL: "https://mail.example.com" }, /^SMTP_URL/],
  [{ ...MAIL, MAIL_FROM: "latchkey" }, /^MAIL_FROM/],
  [TABLE_OWNER, /^DATABASE_URL is required with MIGRATION_DATABASE_URL: .*postgresql/],
  [{ ...OWN_DATABASE, MIGRATION_DATABASE_URL: "mysql://db" }, /^MIGRATION_DATABASE_URL/],
  ...NOT_PROXIES.map((TRUSTED_PROXIES): [Record<string, string>, RegExp] => [
    { TRUSTED_PROXIES },
    /^TRUSTED_PROXIES is not a list of IP addresses and CIDR ranges: /,
  ]),
  ...["0", "1", "601", "1e3", "ten"].map((text): [Record<string, string>, RegExp] => [
    { SHUTDOWN_SECONDS: text },
    /^SHUTDOWN_SECONDS/,
  ]),
  [{ ...PROVIDER, OIDC_CLIENT_ID: "" }, /^OIDC_CLIENT_ID is required with OIDC_ISSUER/],
  [{ ...PROVIDER, OIDC_CLIENT_SECRET: "" }, /^OIDC_CLIENT_SECRET is required with OIDC_ISSUER/],
  [{ ...PROVIDER, OIDC_ISSUER: "http://id.example.com" }, /^OIDC_ISSUER is not an https address/],
  [{ ...PROVIDER, OIDC_ISSUER: "id.example.com" }, /^OIDC_ISSUER is not an https address/],
  [{ ...PROVIDER, OIDC_ISSUER: "https://id.example.com?a" }, /^OIDC_ISSUER is not an https/],
  [{ ...PROVIDER, OIDC_SCOPES: "email" }, /^OIDC_SCOPES does not contain openid/],
  [{ ...PROVIDER, OIDC_MFA_ACR: "phr" }, /^OIDC_TRUST_MFA=1 is required with OIDC_MFA_ACR/],
  [{ OIDC_COMPANIES_CLAIM: "a" }, /OIDC_ISSUER is required with OIDC_COMPANIES_CLAIM:/],
  [{ OIDC_CLIENT_ID: "latchkey" }, /OIDC_ISSUER is required with OIDC_CLIENT_ID:/],
  [{ PASSWORD_SIGN_IN: "0" }, /OIDC_ISSUER is required with PASSWORD_SIGN_IN=0:/],
])("%j is rejected with what to set: %s", (variables, problem) => {
  expect(problemsOf({ ...secrets, ...variables })).toEqual([expect.stringMatching(problem)]);
});

test("all problems are reported at once, with how to fix each", () => {
  const problems = problemsOf({
    PORT: "70000",
    BASE_URL: "https://auth.example.com/path",
    DATABASE_URL: "mysql://db",
    ENCRYPTION_KEYS: "k1:dG9vIHNob3J0",
    NEXTAUTH_SECRET: "short",
    DEMO: "yes",
    LOG_LEVEL: "loud",
    EVENT_RETENTION_DAYS: "7",
  });
  expect(problems).toHaveLength(8);
  expect(problems.join("\n")).toContain("PORT is not a whole number from 1 to 65535");
  expect(problems.join("\n")).toContain("EVENT_RETENTION_DAYS is not a whole number of days");
  expect(problems.join("\n")).toContain("NEXTAUTH_SECRET is shorter than 32 characters");
  expect(problems.filter((problem) => problem.includes("node -p"))).toHaveLength(2);
  expect(problemsOf(OWN_DATABASE)).toEqual([
    expect.stringMatching(/^ENCRYPTION_KEYS is required with DATABASE_URL/),
    expect.stringMatching(/^NEXTAUTH_SECRET is required with DATABASE_URL/),
  ]);
  const ofProvider = { OIDC_CLIENT_ID: "latchkey", OIDC_MFA_ACR: "phr", PASSWORD_SIGN_IN: "0" };
  expect(problemsOf({ ...secrets, ...ofProvider })).toEqual([
    expect.stringContaining("with OIDC_CLIENT_ID, OIDC_MFA_ACR, PASSWORD_SIGN_IN=0:"),
    expect.stringContaining("OIDC_TRUST_MFA=1 is required with OIDC_MFA_ACR"),
  ]);
});

describe("configureEnv", () => {
  async function emptyFolder(): Promise<string> {
    const { databaseUrl: DATABASE_URL, logLevel: LOG_LEVEL } = env();
    onTestFinished(() => void configureEnv({ ...secrets, DATABASE_URL, LOG_LEVEL }));
    return createFolder();
  }

  test("generates keys that only the owner can read, and reuses them", async () => {
    const dataDir = await emptyFolder();
    const first = configureEnv({ DATA_DIR: dataDir });
    const file = join(dataDir, "keys.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(configureEnv({ DATA_DIR: dataDir }).encryptionKeys).toEqual(first.encryptionKeys);
    expect(env().sessionSecrets).toEqual(first.sessionSecrets);
    expect(await readFile(file, "utf8")).toContain(first.sessionSecrets[0]);
  });

  test("a start names a missing rules file together with the other problems", async () => {
    const raw = { DATA_DIR: await emptyFolder(), GATE_RULES: "no-such-file.json" };
    const start = () => configureEnv({ ...raw, PASSWORD_SIGN_IN: "0" }, { isStart: true });
    expect(start).toThrow("OIDC_ISSUER is required");
    expect(start).toThrow("GATE_RULES names a file that does not exist");
    expect(configureEnv(raw).gateRulesFile).toMatch(/no-such-file\.json$/);
  });

  test("prefers configured keys", async () => {
    const dataDir = await emptyFolder();
    const configured = configureEnv({ ...secrets, DATA_DIR: dataDir });
    expect(configured.sessionSecrets).toEqual([secrets.NEXTAUTH_SECRET]);
  });
});

describe("retention", () => {
  test.each([
    ["EVENT_RETENTION_DAYS", "eventDays", 30, 3650, 90],
    ["CALL_RETENTION_DAYS", "callDays", 30, 3650, 90],
    ["INVITATION_RETENTION_DAYS", "invitationDays", 1, 3650, 90],
    ["ACCESS_TOKEN_RETENTION_DAYS", "accessTokenDays", 1, 59, 7],
    ["REFRESH_TOKEN_RETENTION_DAYS", "refreshTokenDays", 1, 3650, 30],
    ["SESSION_RETENTION_DAYS", "sessionDays", 1, 3650, 30],
    ["DELIVERY_RETENTION_DAYS", "deliveryDays", 7, 3650, 90],
  ] as const)(
    "%s sets %s alone, from %i to %i days, %i by default",
    (name, key, min, max, days) => {
      const defaults = parseEnv(secrets).retention;
      expect(defaults[key]).toBe(days);
      const retentionVariables = {
        ...secrets,
        CALL_RETENTION_DAYS: "90",
        INVITATION_RETENTION_DAYS: "90",
      };
      for (const bound of [min, max]) {
        const { retention } = parseEnv({ ...retentionVariables, [name]: String(bound) });
        expect(retention).toEqual({ ...defaults, [key]: bound });
      }
      for (const wrong of [String(min - 1), String(max + 1), "-40", "40.5", "4e1", "40d", "all"]) {
        expect(problemsOf({ ...secrets, [name]: wrong }), wrong).toEqual([
          expect.stringContaining(
            `${name} is not a whole number of days from ${min} to ${max}: how`,
          ),
        ]);
      }
    },
  );

  test("of calls and invitations is that of events unless set", () => {
    expect(parseEnv({ ...secrets, EVENT_RETENTION_DAYS: "365" }).retention).toMatchObject({
      eventDays: 365,
      callDays: 365,
      invitationDays: 365,
      codeDays: 30,
    });
  });
});

test("a mistyped name is reported with the nearest setting, and a name of something else is not", () => {
  const raw = {
    OIDC_ISSUEER: "a",
    CALLS_RETENTION_DAYS: "90",
    GATE_RULE: "b",
    OIDC_X: "c",
    HOME: "/",
  };
  expect(unknownSettings({ ...secrets, ...raw })).toEqual([
    expect.stringMatching(/^OIDC_ISSUEER is not .* Did you mean OIDC_ISSUER\?$/),
    expect.stringMatching(/^CALLS_RETENTION_DAYS is not .* Did you mean CALL_RETENTION_DAYS\?$/),
    expect.stringMatching(/^GATE_RULE is not .* Did you mean GATE_RULES\?$/),
    expect.stringMatching(/^OIDC_X is not a setting of Latchkey and has no effect\.$/),
  ]);
});
