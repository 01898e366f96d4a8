import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settingNames } from "@/lib/core/env";

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
  const found = FILES.map(
    (file) => [file, readFileSync(file, "utf8").matchAll(versions)] as const,
  ).flatMap(([file, matches]) => [...matches].map(([, found]) => `${file} ${found}`));
  expect(found.length).toBeGreaterThanOrEqual(4);
  for (const each of found) expect(each).toMatch(new RegExp(` ${version.replaceAll(".", "\\.")}$`));
});

it("restarts a container or service later than it takes to stop", () => {
  const text = (file: string) => readFileSync(join("deploy", file), "utf8");
  const seconds = (pattern: RegExp, file: string) => Number(pattern.exec(text(file))?.[1]);
  const compose = seconds(/stop_grace_period: (\d+)s/, "compose.yaml");
  expect(compose).toBeGreaterThan(seconds(/SHUTDOWN_SECONDS: "(\d+)"/, "compose.yaml"));
  const pod = seconds(/terminationGracePeriodSeconds: (\d+)/, "kubernetes/deployment.yaml");
  expect(pod).toBeGreaterThan(seconds(/SHUTDOWN_SECONDS=(\d+)/, "kubernetes/kustomization.yaml"));
  expect(seconds(/TimeoutStopSec=(\d+)/, "systemd/latchkey.service")).toBeGreaterThan(10);
});
