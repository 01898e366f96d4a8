import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Locale } from "@/lib/core/i18n/locales";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { parseRules } from "@/lib/gate/rules/parse-rules";
import { putRulesInForce } from "@/lib/gate/rules/rules-in-force";
import { perform } from "@/lib/operation/perform";
import { loadCatalogue } from "@/lib/protocol/scopes/load-catalogue";
import { readDiary } from "@/lib/tenants/companies/diary/read-diary";
import { mintCall } from "@/test/factories/mint-call";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { sellerOf } from "@/test/factories/page-callers";
import { takeOwnDatabase } from "@/test/process/own-database";

// The catalogue is for these tests only.
takeOwnDatabase();
beforeAll(loadCatalogue);

const DAY_MS = 86_400_000;
const NOON = new Date(new Date().setUTCHours(12, 0, 0, 0) - 20 * DAY_MS);

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const daysAfter = (days: number) => new Date(NOON.getTime() + days * DAY_MS);
const dayName = (at: Date) => at.toISOString().slice(0, 10);

const diaryOf = ({ companyId, client }: Installation, before = "", locale: Locale = "en") =>
  perform(readDiary, {
    caller: sellerOf(companyId),
    params: { client_id: client.clientId },
    query: { before },
    locale,
  });

describe("a seller's diary of an extension", () => {
  it("adds up what a scope allowed on a day, whatever the path, and says how much failed", async () => {
    mintCall(installation, { startedAt: NOON, path: "/a" });
    mintCall(installation, { startedAt: NOON, path: "/b", status: 500 });
    mintCall(installation, { startedAt: NOON, scope: "company/products/write", method: "PUT" });
    await flushCalls();
    const { days, before } = await diaryOf(installation);
    expect(before).toBeNull();
    expect(days).toEqual([
      {
        day: dayName(NOON),
        objects: [
          {
            name: "Products",
            entries: expect.arrayContaining([
              {
                action: { kind: "looked", object: "Products" },
                calls: 2,
                failed: 1,
                lastAt: NOON,
                firstUse: null,
              },
              expect.objectContaining({
                action: { kind: "changed", object: "Products" },
                calls: 1,
              }),
            ]),
          },
        ],
        denials: [],
      },
    ]);
  });

  it("describes reading with a scope that also allows changes as looking", async () => {
    mintCall(installation, { startedAt: NOON, scope: "company/products", path: "/a" });
    await flushCalls();
    const [day] = (await diaryOf(installation)).days;
    expect(day?.objects[0]?.entries).toMatchObject([{ action: { kind: "looked" }, calls: 1 }]);
  });

  it("uses the rule's own words for allowed and denied calls, in the reader's language", async () => {
    const path = `/prices/${installation.client.clientId}`;
    const action = { en: "Changed product prices", de: "Produktpreise geändert" };
    const rules = { rules: [{ methods: ["PUT"], path, action }] };
    putRulesInForce(parseRules(Buffer.from(JSON.stringify(rules))));
    mintCall(installation, { startedAt: NOON, method: "PUT", path });
    mintCall(installation, {
      startedAt: NOON,
      method: "PUT",
      path,
      scope: null,
      denial: "access_token_scope",
      status: 403,
    });
    await flushCalls();
    const read = await diaryOf(installation, "", "de");
    const words = "Produktpreise geändert";
    expect(read.days).toMatchObject([
      {
        objects: [{ name: "Produkte", entries: [{ action: { kind: "words", words }, calls: 1 }] }],
        denials: [{ words, calls: 1 }],
      },
    ]);
  });

  it("keeps denied calls apart and adds up those without a rule, whatever their methods", async () => {
    for (const method of ["GET", "PUT", "X-ANY"]) {
      const denied = { scope: null, path: null, denial: "gate_rule", status: 403 } as const;
      mintCall(installation, { startedAt: NOON, method, ...denied });
    }
    await flushCalls();
    expect((await diaryOf(installation)).days).toMatchObject([
      { objects: [], denials: [{ words: null, calls: 3 }] },
    ]);
  });

  it("describes calls without a scope, and with one that the catalogue does not know", async () => {
    mintCall(installation, { startedAt: NOON, scope: null });
    mintCall(installation, { startedAt: NOON, scope: "own/scope" });
    await flushCalls();
    const [day] = (await diaryOf(installation)).days;
    expect(day?.objects).toMatchObject([{ name: null }]);
    const actions = day?.objects[0]?.entries.map(({ action }) => action);
    expect(actions).toHaveLength(2);
    expect(actions).toEqual(
      expect.arrayContaining([{ kind: "other" }, { kind: "used", scope: "own/scope" }]),
    );
  });

  it("marks the first use of customer data on its day only", async () => {
    const scope = "company/orders/read";
    mintCall(installation, { startedAt: NOON, scope });
    mintCall(installation, { startedAt: daysAfter(1), scope });
    await flushCalls();
    const { days } = await diaryOf(installation);
    expect(days.map(({ objects }) => objects[0]?.entries[0]?.firstUse)).toEqual([
      null,
      { of: "customerSeen", at: NOON },
    ]);
  });

  it("pages by days with calls, without losing or repeating one", async () => {
    const calls = Array.from({ length: 9 }, (_, n) => daysAfter(n * 2));
    for (const startedAt of calls) mintCall(installation, { startedAt });
    await flushCalls();
    const newest = await diaryOf(installation);
    expect(newest.before).toBe(dayName(daysAfter(4)));
    const older = await diaryOf(installation, newest.before ?? "");
    expect(older.before).toBeNull();
    expect([...newest.days, ...older.days].map(({ day }) => day)).toEqual(
      calls.map(dayName).toReversed(),
    );
  });

  it.each(["yesterday", "2026-02-30", "9999-99-99"])(
    "starts with the newest day for the invalid date %s",
    async (before) => {
      mintCall(installation, { startedAt: NOON });
      await flushCalls();
      expect((await diaryOf(installation, before)).days).toHaveLength(1);
    },
  );

  it("contains no call of another extension or for another company", async () => {
    const otherInstallation = await mintInstallation();
    mintCall(
      { client: otherInstallation.client, companyId: installation.companyId },
      { startedAt: NOON },
    );
    mintCall(
      { client: installation.client, companyId: otherInstallation.companyId },
      { startedAt: NOON },
    );
    await flushCalls();
    expect((await diaryOf(installation)).days).toEqual([]);
  });
});
