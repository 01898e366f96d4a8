import { mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import {
  loadRules,
  reloadRules,
  startRulesWatcher,
  warnOfUnknownScopes,
} from "@/lib/gate/rules/watch-rules";
import { getPlatformOverview } from "@/lib/platform/overview/get-platform-overview";
import { mintOperator } from "@/test/factories/mint-platform";
import { metricValue } from "@/test/process/metric-value";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt } from "@/test/requests/read-json";
import { takeLog } from "@/test/requests/take-log";

const log = takeLog();

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gate-rules-"));
  file = join(folder, "rules.json");
  await writeFile(file, rulesFor("/first"));
});
afterEach(() => rm(folder, { recursive: true }));

const rulesFor = (path: string) => JSON.stringify({ rules: [{ methods: ["GET"], path }] });
const allows = (name: string) => rulesInForce().match("GET", [name]) !== null;

async function replace(content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

describe("new rules apply without a restart", () => {
  const changes: [string, () => Promise<unknown>][] = [
    ["is replaced", () => replace(rulesFor("/other"))],
    ["is written in place", () => writeFile(file, rulesFor("/other"))],
  ];

  it.each(changes)("when the file %s", async (_what, change) => {
    const loaded = await loadRules(file);
    expect([allows("first"), allows("other")]).toEqual([true, false]);
    await change();
    await reloadRules(loaded);
    expect([allows("first"), allows("other")]).toEqual([false, true]);
  });

  it("when a symbolic link to its folder is swapped, as Kubernetes does", async () => {
    for (const version of ["first", "other"]) {
      await mkdir(join(folder, version));
      await writeFile(join(folder, version, "rules.json"), rulesFor(`/${version}`));
    }
    await symlink("first", join(folder, "data"));
    await symlink(join("data", "rules.json"), join(folder, "linked.json"));
    const loaded = await loadRules(join(folder, "linked.json"));
    await symlink("other", join(folder, "data.new"));
    await rename(join(folder, "data.new"), join(folder, "data"));
    await reloadRules(loaded);
    expect([allows("first"), allows("other")]).toEqual([false, true]);
  });

  it("and their scopes that are not in the catalogue are logged, at startup and after each change", async () => {
    const scoped = (scope: string) =>
      JSON.stringify({ rules: [{ methods: ["GET"], path: "/x", any: [scope] }] });
    const warnings = () => log.filter((line) => line.includes("that are not in the catalogue"));
    await replace(scoped("company/misspelled/first"));
    log.length = 0;
    const stop = startRulesWatcher(await loadRules(file));
    try {
      await expect.poll(warnings).toHaveLength(1);
      expect(warnings()[0]).toContain("company/misspelled/first");
      await replace(scoped("company/misspelled/second"));
      await expect.poll(warnings).toHaveLength(2);
      expect(warnings()[1]).toContain("company/misspelled/second");
    } finally {
      await stop();
    }
  });

  it("warn of scopes that are not in the catalogue, and of no others", async () => {
    const warnOf = async (...any: string[]) => {
      await replace(JSON.stringify({ rules: [{ methods: ["GET"], path: "/x", any }] }));
      await loadRules(file);
      log.length = 0;
      await warnOfUnknownScopes(file);
      return log.filter((line) => line.includes("that are not in the catalogue"));
    };
    const name = `company/${newId()}/read`;
    const texts = { title: "Known", sentence: "Reads what is known.", group: "known" };
    await db().scope.create({ data: { name, access: "view", ...texts } });
    expect(await warnOf(name)).toEqual([]);
    const warnings = await warnOf(name, "company/misspelled/read");
    expect(warnings).toHaveLength(1);
    expect(JSON.parse(String(warnings[0]))).toMatchObject({ scopes: ["company/misspelled/read"] });
  });

  it("within about a second", async () => {
    const stop = startRulesWatcher(await loadRules(file));
    try {
      await replace(rulesFor("/other"));
      await expect.poll(() => allows("other")).toBe(true);
    } finally {
      await stop();
    }
  });
});

describe("security 87: an unusable rules file", () => {
  const broken: [string, () => Promise<unknown>, RegExp][] = [
    ["is empty", () => truncate(file), /The file is empty/],
    ["is truncated", () => replace('{"rules": ['), /not valid JSON/],
    ["has no rules", () => replace('{"rules": []}'), /at least one rule/],
    [
      "has an unknown key",
      () => replace('{"rules": [{"methods": ["GET"], "path": "/x", "scopes": []}]}'),
      /Rule 1 has unknown keys: scopes/,
    ],
    ["is too large", () => replace(rulesFor(`/${"a".repeat(1024 * 1024)}`)), /larger than 1048576/],
    ["is missing", () => rm(file), /cannot be read \(ENOENT\)/],
    [
      "is a folder",
      async () => {
        await rm(file);
        await mkdir(file);
      },
      /not a file/,
    ],
  ];

  it.each(broken)(
    "keeps old rules in force, shows the error, and ends a start, when it %s",
    async (_what, break_, message) => {
      const operator = await mintOperator("support");
      const seenByOperator = async () => {
        const { body } = await callRoute(getPlatformOverview, { params: {}, as: operator });
        return fieldAt(body, "health.gate.problem");
      };
      const loaded = await loadRules(file);
      expect(await seenByOperator()).toBeNull();
      await break_();
      log.length = 0;
      const start = loadRules(file);
      await expect(start).rejects.toMatchObject({ name: "StartupError" });
      await expect(start).rejects.toThrow(message);
      await expect(start).rejects.toThrow(file);
      const reloaded = await reloadRules(loaded);
      expect(await reloadRules(reloaded)).toBe(reloaded);
      expect(allows("first")).toBe(true);
      expect(rulesInForce().problem?.message).toContain(file);
      expect(await seenByOperator()).toMatch(message);
      expect(await metricValue("latchkey_gate_rules")).toBe(1);
      expect(await metricValue("latchkey_gate_rules_outdated")).toBe(1);
      expect(log.filter((line) => message.test(line))).toHaveLength(1);
      await rm(file, { recursive: true, force: true });
      await replace(rulesFor("/other"));
      await reloadRules(reloaded);
      expect([allows("first"), allows("other")]).toEqual([false, true]);
      expect(await seenByOperator()).toBeNull();
    },
  );
});
