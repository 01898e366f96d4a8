import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settingNames } from "@/lib/core/env/env";

const FILES = [
  "Containerfile",
  ...readdirSync("deploy", { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name)),
];

/** Settings of other programs, and what only these files use. */
const OTHERS = new Set([
  "BACKUP_FOLDER",
  "OWNER_PASSWORD",
  "POSTGRES_PASSWORD",
  "SERVICE_PASSWORD",
  "SUPERUSER_PASSWORD",
  "AF_INET",
  "AF_INET6",
  "AF_NETLINK",
  "AF_UNIX",
  "ON_ERROR_STOP",
]);
const SETTING = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

it("names only settings that exist in the files for deployment", () => {
  const settings = settingNames();
  for (const file of FILES) {
    const names = readFileSync(file, "utf8").match(SETTING) ?? [];
    const unknownNames = names.filter((name) => !settings.includes(name) && !OTHERS.has(name));
    expect(unknownNames, file).toEqual([]);
  }
});

it("deploys the version of this checkout everywhere", () => {
  const versions = /(?:latchkey:|Latchkey |newTag: |VERSION=)(\d+\.\d+\.\d+)/gi;
  const uses = FILES.map(
    (file) => [file, readFileSync(file, "utf8").matchAll(versions)] as const,
  ).flatMap(([file, matches]) => [...matches].map(([, uses]) => `${file} ${uses}`));
  expect(uses.length).toBeGreaterThanOrEqual(4);
  for (const each of uses) expect(each).toMatch(new RegExp(` ${version.replaceAll(".", "\\.")}$`));
});

/** Without comments. */
const text = (file: string) =>
  readFileSync(join("deploy", file), "utf8").replaceAll(/^ *#.*\n/gm, "");

it("restarts a container or service later than it takes to stop", () => {
  const seconds = (pattern: RegExp, file: string) => Number(pattern.exec(text(file))?.[1]);
  const compose = seconds(/stop_grace_period: (\d+)s/, "compose.yaml");
  expect(compose).toBeGreaterThan(seconds(/SHUTDOWN_SECONDS: "(\d+)"/, "compose.yaml"));
  const pod = seconds(/terminationGracePeriodSeconds: (\d+)/, "kubernetes/deployment.yaml");
  expect(pod).toBeGreaterThan(seconds(/SHUTDOWN_SECONDS=(\d+)/, "kubernetes/kustomization.yaml"));
  expect(seconds(/TimeoutStopSec=(\d+)/, "systemd/latchkey@.service")).toBeGreaterThan(10);
});

it("gives each instance a port and a data folder of its own", () => {
  const unit = text("systemd/latchkey@.service");
  expect(unit).toMatch(/^ExecStart=\S*\/env PORT=%i DATA_DIR=%S\/latchkey\/%i .*server\.mjs$/m);
  expect(unit).toMatch(/^StateDirectory=latchkey\/%i$/m);
});

describe("security 130: the process that serves", () => {
  const OWNER = /MIGRATION_|OWNER|SUPERUSER|latchkey_owner|postgres:postgres/;

  it("in compose, waits for the migrations and never gets the password of the tables' owner", () => {
    const services = new Map(
      [...text("compose.yaml").matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)+)/gm)].map(
        ([, name = "", settings = ""]) => [name, settings],
      ),
    );
    expect(
      [...services].filter(([, settings]) => OWNER.test(settings)).map(([name]) => name),
    ).toEqual(["migration", "postgres", "backup"]);
    const server = services.get("latchkey");
    expect(server).toMatch(/migration:\n +condition: service_completed_successfully/);
    expect(server).not.toMatch(/env_file|secrets:/);
    expect(services.get("migration")).toContain("command: [database, migrate]");
  });

  it("in Kubernetes, gets single keys of the secret, and not that of the tables' owner", () => {
    const server = text("kubernetes/deployment.yaml");
    expect(server).not.toMatch(OWNER);
    expect(server).not.toMatch(/envFrom:\n(?: +- (?!configMapRef).*\n)/);
    expect(server).not.toMatch(/secretRef|secretName/);
    expect(text("kubernetes/kustomization.yaml")).not.toMatch(OWNER);
    expect(text("kubernetes/migration.yaml")).toMatch(/latchkey\.mjs, database, migrate\]/);
  });

  it("under systemd, reads no file with the password of the tables' owner", () => {
    const filesOf = (unit: string) =>
      [...text(`systemd/${unit}.service`).matchAll(/^EnvironmentFile=(.*)$/gm)].map(
        ([, file = ""]) => file,
      );
    const server = text("systemd/latchkey@.service");
    expect(server).not.toMatch(OWNER);
    expect(server).toMatch(/^Wants=.*\blatchkey-migration\.service/m);
    expect(server).toMatch(/^After=.*\blatchkey-migration\.service/m);
    const written = new Map(
      [
        ...readFileSync("docs/install.md", "utf8").matchAll(
          /^cat > (\S+) <<ENV\n([\s\S]*?)^ENV$/gm,
        ),
      ].map(([, file = "", settings = ""]) => [file, settings]),
    );
    const shared = filesOf("latchkey@").filter((file) => !file.startsWith("-"));
    expect(shared).toHaveLength(1);
    for (const file of shared) {
      expect(written.get(file)).toContain("DATABASE_URL=");
      expect(written.get(file)).not.toMatch(OWNER);
    }
    const settings = filesOf("latchkey-migration").map((file) => written.get(file));
    expect(settings.join("")).toMatch(/^MIGRATION_DATABASE_URL=/m);
  });

  it("in no documentation gets the address of the tables' owner", () => {
    const documents = ["README.md", "deploy/README.md", ...readdirSync("docs").map(inDocs)].filter(
      (file) => file.endsWith(".md"),
    );
    const settingIt = documents.filter((file) =>
      /^[^`\n]*MIGRATION_DATABASE_URL=/m.test(readFileSync(file, "utf8")),
    );
    expect(settingIt).toEqual(["docs/install.md"]);
  });
});

const inDocs = (file: string) => join("docs", file);

/** Where compose stores dumps unless BACKUP_FOLDER says otherwise. */
const backups = () => {
  const [, folder = ""] = /\$\{BACKUP_FOLDER:-([^}]+)\}/.exec(text("compose.yaml")) ?? [];
  return join("deploy", folder, "latchkey-20261127T000000Z.dump");
};

describe("the builder of the image", () => {
  it.each([
    backups(),
    ".env",
    ".env.local",
    ".git/config",
    ".data/keys.json",
    "lib/.data/keys.json",
    "prisma/.env",
    "app/.env.production",
    "deploy/.env",
    "deploy/latchkey.env",
    "deploy/systemd/migration.env",
    "latchkey.env",
    "latchkey.dump",
    "lib/latchkey.dump",
    "backups/2026-11-25/manifest.json",
    "certificates/root.crt",
    "scripts/site.key",
    "scripts/site.pem",
    "node_modules/next/package.json",
    "lib/node_modules/next/package.json",
    "coverage/index.html",
    "test-results/trace.zip",
    "playwright-report/index.html",
    "dist/latchkey/server.mjs",
    ".next/BUILD_ID",
  ])("does not get %s", (file) => {
    expect(isSent(file)).toBe(false);
  });

  it("gets what the package is built from", () => {
    const build = readFileSync("scripts/build.mjs", "utf8");
    const [, sources = ""] = /const SOURCES = \[([^\]]+)\]/.exec(build) ?? [];
    const rest = /const REST = \[([^\]]+)\]/.exec(
      readFileSync("scripts/package/copy-files.mjs", "utf8"),
    );
    const read = [...`${sources}${rest?.[1]}`.matchAll(/"([^"]+)"/g)].map(([, path = ""]) => path);
    expect(read.length).toBeGreaterThan(15);
    for (const path of [...read, ".npmrc", ".config/prisma.ts", "scripts/package.mjs"]) {
      expect(isSent(path), path).toBe(true);
    }
  });
});

it("commits no settings and no dumps of a machine", () => {
  const files = [backups(), "deploy/.env", ".env.production", "latchkey.env", "latchkey.dump"];
  const ignored = execFileSync("git", ["check-ignore", ...files], { encoding: "utf8" });
  expect(ignored.trim().split("\n")).toEqual(files);
});

/** Whether .dockerignore lets a file into the context: the last pattern for it, or for a folder around it, decides. */
function isSent(file: string): boolean {
  const parts = file.split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  let sent = true;
  for (const line of readFileSync(".dockerignore", "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const pattern = line
      .replace(/^!/, "")
      .replaceAll(".", "\\.")
      .replaceAll(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"));
    if (paths.some((path) => new RegExp(`^${pattern}$`).test(path))) sent = line.startsWith("!");
  }
  return sent;
}
