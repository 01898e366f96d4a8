import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import { loadRules, reloadRules, startRulesWatcher } from "@/lib/gate/rules/watch-rules";
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

const MAX_BYTES = 1024 * 1024;
const rulesFor = (path: string, any: string[] = []) =>
  JSON.stringify({ rules: [{ methods: ["GET"], path, any }] });
const allows = (name: string) => rulesInForce().match("GET", [name]) !== null;

async function replace(content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

describe("new rules apply without a restart", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["is replaced", () => replace(rulesFor("/other"))],
    ["is written in place", () => writeFile(file, rulesFor("/other"))],
    ["becomes as large as it may", () => replace(rulesFor("/other").padEnd(MAX_BYTES))],
  ])("when the file %s", async (_what, change) => {
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

  it("within about a second, and scopes outside the catalogue are logged at startup and after each change", async () => {
    const warnings = () => log.filter((line) => line.includes("that are not in the catalogue"));
    const name = `company/${newId()}/read`;
    const texts = { title: "Known", sentence: "Reads what is known.", group: "known" };
    await db().scope.create({ data: { name, access: "view", ...texts } });
    log.length = 0;
    await replace(rulesFor("/first", [name, "company/misspelled/first"]));
    const stop = startRulesWatcher(await loadRules(file));
    try {
      await expect.poll(warnings).toHaveLength(1);
      await replace(rulesFor("/known", [name]));
      await expect.poll(() => allows("known")).toBe(true);
      await replace(rulesFor("/other", ["company/misspelled/second"]));
      await expect.poll(warnings).toHaveLength(2);
    } finally {
      await stop();
    }
    const logged = warnings().map((line) => JSON.parse(line).scopes);
    expect(logged).toEqual([["company/misspelled/first"], ["company/misspelled/second"]]);
  });
});

describe("security 87: an unusable rules file", () => {
  // parse-rules.test.ts has the errors in its content.
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ["is truncated", () => replace('{"rules": ['), /not valid JSON/],
    ["is too large", () => replace(rulesFor("/x").padEnd(MAX_BYTES + 1)), /larger than 1048576/],
    ["is missing", () => rm(file), /cannot be read \(ENOENT\)/],
    ["is a folder", () => rm(file).then(() => mkdir(file)), /not a file/],
  ])(
    "keeps old rules in force, shows the error, and ends a start, when it %s",
    async (_what, break_, message) => {
      const operator = await mintOperator("support");
      const problemShown = async () => {
        const { body } = await callRoute(getPlatformOverview, { params: {}, as: operator });
        return fieldAt(body, "health.gate.problem");
      };
      const loaded = await loadRules(file);
      expect(await problemShown()).toBeNull();
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
      expect(await problemShown()).toMatch(message);
      expect(await metricValue("latchkey_gate_rules")).toBe(1);
      expect(await metricValue("latchkey_gate_rules_outdated")).toBe(1);
      expect(log.filter((line) => message.test(line))).toHaveLength(1);
      await rm(file, { recursive: true, force: true });
      await replace(rulesFor("/other"));
      await reloadRules(reloaded);
      expect([allows("first"), allows("other")]).toEqual([false, true]);
      expect(await problemShown()).toBeNull();
    },
  );
});
