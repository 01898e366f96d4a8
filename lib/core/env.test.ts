import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { configureEnv, EnvError, env, parseEnv, unknownSettings } from "@/lib/core/env";

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

describe("parseEnv", () => {
  test("fills in defaults", () => {
    expect(parseEnv(secrets)).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      baseUrl: "http://127.0.0.1:3000",
      clusterUrl: "http://127.0.0.1:3000",
      dataDir: resolve(".data"),
      databaseUrl: undefined,
      demo: true,
      fastLane: true,
      logLevel: "info",
      sampleExtensionUrl: "http://127.0.0.1:3001",
      poolSize: 16,
    });
  });

  test.each([
    [{ WORKERS: "2" }, "several instances behind a proxy instead; see docs/availability.md"],
    [
      { POOL_SIZE: "3" },
      "POOL_SIZE is not a whole number of database connections from 4 to 200: for example",
    ],
  ])("rejects %o and says what to set", (variables, problem) => {
    expect(problemsOf({ ...secrets, ...variables })).toEqual([expect.stringContaining(problem)]);
    expect(parseEnv({ ...secrets, WORKERS: "1", POOL_SIZE: "8" }).poolSize).toBe(8);
  });

  test("derives addresses from the port", () => {
    expect(parseEnv({ ...secrets, PORT: "4000" })).toMatchObject({
      baseUrl: "http://127.0.0.1:4000",
      sampleExtensionUrl: "http://127.0.0.1:4001",
    });
  });

  test.each([
    ["https://auth.example.com", false],
    ["https://10.0.0.5:8443", false],
    ["http://auth.example.com", true],
    ["https://localhost:3443", true],
    ["https://127.0.0.1", true],
    ["https://[::1]:3443", true],
  ])("at %s loads demo data by default: %s", (BASE_URL, loaded) => {
    const here = { ...secrets, BASE_URL };
    expect(parseEnv(here).demo).toBe(loaded);
    expect(parseEnv({ ...here, DEMO: "1" }).demo).toBe(true);
  });

  test("loads demo data by default only on the embedded database", () => {
    const ownDatabase = { ...secrets, DATABASE_URL: "postgresql://u:p@db:5432/latchkey" };
    expect(parseEnv(ownDatabase).demo).toBe(false);
    expect(parseEnv({ ...ownDatabase, DEMO: "1" }).demo).toBe(true);
  });

  test("treats an empty variable as unset", () => {
    expect(parseEnv({ ...secrets, PORT: "", DATABASE_URL: "" })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });

  test("reads an origin for extensions, by default that of BASE_URL", () => {
    const BASE_URL = "https://accounts.example.com";
    expect(parseEnv({ ...secrets, BASE_URL }).clusterUrl).toBe(BASE_URL);
    const bothVariables = { BASE_URL, CLUSTER_URL: "https://api.example.com/" };
    expect(parseEnv({ ...secrets, ...bothVariables }).clusterUrl).toBe("https://api.example.com");
    const problems = () => parseEnv({ ...secrets, CLUSTER_URL: "https://api.example.com/service" });
    expect(problems).toThrow("CLUSTER_URL is not an http(s) origin");
  });

  test("removes the trailing slash of BASE_URL", () => {
    const { baseUrl } = parseEnv({ ...secrets, BASE_URL: "https://auth.example.com/" });
    expect(baseUrl).toBe("https://auth.example.com");
  });

  test("keeps the order of a key ring", () => {
    const other = Buffer.alloc(32, 2).toString("base64");
    const ring = parseEnv({ ...secrets, ENCRYPTION_KEYS: `new:${other},old:${key}` });
    expect(ring.encryptionKeys.map(({ id }) => id)).toEqual(["new", "old"]);
    expect(ring.encryptionKeys[0].key).toEqual(Buffer.alloc(32, 2));
  });

  test("lists every problem at once and says how to fix it", () => {
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
    expect(problems.join("\n")).toContain("PORT is not a port number");
    expect(problems.join("\n")).toContain("EVENT_RETENTION_DAYS is not a whole number of days");
    expect(problems.join("\n")).toContain("NEXTAUTH_SECRET is shorter than 32 characters");
    expect(problems.filter((problem) => problem.includes("node -p"))).toHaveLength(2);
  });

  test("enables mail when both variables are set and rejects one alone", () => {
    const mail = { SMTP_URL: "smtps://u:p@mail.example.com", MAIL_FROM: "latchkey@example.com" };
    expect(parseEnv({ ...secrets, ...mail }).mail).toEqual({
      smtpUrl: mail.SMTP_URL,
      from: mail.MAIL_FROM,
    });
    expect(parseEnv(secrets).mail).toBeUndefined();
    expect(problemsOf({ ...secrets, SMTP_URL: mail.SMTP_URL })).toEqual([
      expect.stringMatching(/^MAIL_FROM is required with SMTP_URL: .*example/),
    ]);
    expect(problemsOf({ ...secrets, MAIL_FROM: mail.MAIL_FROM })).toEqual([
      expect.stringMatching(/^SMTP_URL is required with MAIL_FROM: .*example/),
    ]);
    const wrong = { SMTP_URL: "https://mail.example.com", MAIL_FROM: "latchkey" };
    expect(problemsOf({ ...secrets, ...wrong })).toHaveLength(2);
  });

  test("accepts the table owner's address only together with the service's", () => {
    const ownDatabase = { DATABASE_URL: "postgresql://u:p@db:5432/latchkey" };
    const owner = { MIGRATION_DATABASE_URL: "postgresql://owner:p@db:5432/latchkey" };
    expect(parseEnv({ ...secrets, ...ownDatabase }).migrationDatabaseUrl).toBeUndefined();
    expect(parseEnv({ ...secrets, ...ownDatabase, ...owner }).migrationDatabaseUrl).toBe(
      owner.MIGRATION_DATABASE_URL,
    );
    expect(problemsOf({ ...secrets, ...owner })).toEqual([
      expect.stringMatching(/^DATABASE_URL is required with MIGRATION_DATABASE_URL: .*postgresql/),
    ]);
    expect(
      problemsOf({ ...secrets, ...ownDatabase, MIGRATION_DATABASE_URL: "mysql://db" }),
    ).toHaveLength(1);
  });

  test("reads trusted proxies as addresses and CIDR ranges, and none as an empty list", () => {
    const trusted = (TRUSTED_PROXIES: string) =>
      parseEnv({ ...secrets, TRUSTED_PROXIES }).trustedProxies;
    expect(parseEnv(secrets).trustedProxies).toBeUndefined();
    expect(trusted("none")).toEqual([]);
    expect(trusted("10.0.0.0/8, 2001:db8::7,192.0.2.1")).toEqual([
      "10.0.0.0/8",
      "2001:db8::7",
      "192.0.2.1",
    ]);
    for (const wrong of [
      "10.0.0.0/33",
      "::/129",
      "10.0.0.0/8/8",
      "10.0.0.0/",
      "proxy",
      "1.2.3.4,",
    ]) {
      expect(problemsOf({ ...secrets, TRUSTED_PROXIES: wrong }), wrong).toEqual([
        expect.stringMatching(/^TRUSTED_PROXIES is not a list of IP addresses and CIDR ranges: /),
      ]);
    }
  });

  test("limits the shutdown time, ten seconds by default", () => {
    expect(parseEnv(secrets).shutdownSeconds).toBe(10);
    expect(parseEnv({ ...secrets, SHUTDOWN_SECONDS: "30" }).shutdownSeconds).toBe(30);
    for (const wrong of ["0", "1", "601", "1e3", "ten"]) {
      expect(problemsOf({ ...secrets, SHUTDOWN_SECONDS: wrong }), wrong).toHaveLength(1);
    }
  });

  test("rejects a key ring with duplicate key names", () => {
    expect(problemsOf({ ...secrets, ENCRYPTION_KEYS: `a:${key},a:${key}` })).toHaveLength(1);
  });

  test("requires keys for an external database", () => {
    const problems = problemsOf({ DATABASE_URL: "postgresql://u:p@db:5432/latchkey" });
    expect(problems).toEqual([
      expect.stringMatching(/^ENCRYPTION_KEYS is required with DATABASE_URL/),
      expect.stringMatching(/^NEXTAUTH_SECRET is required with DATABASE_URL/),
    ]);
  });
});

describe("configureEnv", () => {
  async function emptyFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-env-"));
    const before = env();
    onTestFinished(async () => {
      await rm(folder, { recursive: true });
      configureEnv({
        ...secrets,
        DATABASE_URL: before.databaseUrl,
        LOG_LEVEL: before.logLevel,
      });
    });
    return folder;
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

describe("the sign-in provider", () => {
  const provider = {
    OIDC_ISSUER: "https://id.example.com/realms/shop",
    OIDC_CLIENT_ID: "latchkey",
    OIDC_CLIENT_SECRET: "a secret",
  };

  test("is off by default, with passwords on", () => {
    expect(parseEnv(secrets)).toMatchObject({ provider: undefined, passwordSignIn: true });
  });

  test("has a name and scopes by default", () => {
    expect(parseEnv({ ...secrets, ...provider, PASSWORD_SIGN_IN: "0" })).toMatchObject({
      passwordSignIn: false,
      provider: {
        issuer: "https://id.example.com/realms/shop",
        name: "id.example.com",
        scopes: "openid profile email",
        companiesClaim: undefined,
        trustMfa: false,
      },
    });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["no client id", { OIDC_CLIENT_ID: "" }, /^OIDC_CLIENT_ID is required with OIDC_ISSUER/],
    ["no secret", { OIDC_CLIENT_SECRET: "" }, /^OIDC_CLIENT_SECRET is required with OIDC_ISSUER/],
    [
      "plain http",
      { OIDC_ISSUER: "http://id.example.com" },
      /^OIDC_ISSUER is not an https address/,
    ],
    ["no address", { OIDC_ISSUER: "id.example.com" }, /^OIDC_ISSUER is not an https address/],
    [
      "a query",
      { OIDC_ISSUER: "https://id.example.com?a" },
      /^OIDC_ISSUER is not an https address/,
    ],
    ["scopes without openid", { OIDC_SCOPES: "email" }, /^OIDC_SCOPES does not contain openid/],
    [
      "acr without trust",
      { OIDC_MFA_ACR: "phr" },
      /^OIDC_TRUST_MFA=1 is required with OIDC_MFA_ACR/,
    ],
  ])("is rejected with %s", (_, change, problem) => {
    expect(problemsOf({ ...secrets, ...provider, ...change })).toEqual([
      expect.stringMatching(problem),
    ]);
  });

  test.each([
    [{ OIDC_COMPANIES_CLAIM: "companies" }, "OIDC_COMPANIES_CLAIM"],
    [{ OIDC_CLIENT_ID: "latchkey" }, "OIDC_CLIENT_ID"],
    [{ PASSWORD_SIGN_IN: "0" }, "PASSWORD_SIGN_IN=0"],
  ])("must be set for %j", (alone, name) => {
    expect(problemsOf({ ...secrets, ...alone })).toEqual([
      expect.stringContaining(`OIDC_ISSUER is required with ${name}:`),
    ]);
  });

  test("reports all variables that depend on it at once", () => {
    const alone = { OIDC_CLIENT_ID: "latchkey", OIDC_MFA_ACR: "phr", PASSWORD_SIGN_IN: "0" };
    expect(problemsOf({ ...secrets, ...alone })).toEqual([
      expect.stringContaining(
        "OIDC_ISSUER is required with OIDC_CLIENT_ID, OIDC_MFA_ACR, PASSWORD_SIGN_IN=0:",
      ),
      expect.stringContaining("OIDC_TRUST_MFA=1 is required with OIDC_MFA_ACR"),
    ]);
  });

  test("may be on this machine without TLS", () => {
    const local = { ...secrets, ...provider, OIDC_ISSUER: "http://127.0.0.1:4000" };
    expect(parseEnv(local).provider?.name).toBe("127.0.0.1:4000");
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
