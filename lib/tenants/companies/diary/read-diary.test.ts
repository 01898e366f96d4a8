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
beforeAll(() => loadCatalogue());

const DAY_MS = 86_400_000;
const NOON = new Date(new Date().setUTCHours(12, 0, 0, 0) - 20 * DAY_MS);

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const daysAfter = (days: number) => new Date(NOON.getTime() + days * DAY_MS);
const dayName = (at: Date) => at.toISOString().slice(0, 10);

/** Stores calls of the installation at noon, unless they say more. */
async function store(...calls: Parameters<typeof mintCall>[1][]): Promise<void> {
  for (const call of calls) mintCall(installation, { startedAt: NOON, ...call });
  await flushCalls();
}

const diaryOf = ({ companyId, client }: Installation, before = "", locale: Locale = "en") =>
  perform(readDiary, {
    caller: sellerOf(companyId),
    params: { client_id: client.clientId },
    query: { before },
    locale,
  });

describe("a seller's diary of an extension", () => {
  it("adds up what a scope allowed on a day, whatever the path, and says how much failed", async () => {
    const change = { scope: "company/products/write", method: "PUT" };
    await store({ path: "/a" }, { path: "/b", status: 500 }, change);
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
    await store({ scope: "company/products", path: "/a" });
    const [day] = (await diaryOf(installation)).days;
    expect(day?.objects[0]?.entries).toMatchObject([{ action: { kind: "looked" }, calls: 1 }]);
  });

  it("uses the rule's own words for allowed and denied calls, in the reader's language", async () => {
    const path = `/prices/${installation.client.clientId}`;
    const action = { en: "Changed product prices", de: "Produktpreise geändert" };
    const rules = { rules: [{ methods: ["PUT"], path, action }] };
    putRulesInForce(parseRules(Buffer.from(JSON.stringify(rules))));
    const denial = { scope: null, denial: "access_token_scope", status: 403 } as const;
    await store({ method: "PUT", path }, { method: "PUT", path, ...denial });
    const words = action.de;
    expect((await diaryOf(installation, "", "de")).days).toMatchObject([
      {
        objects: [{ name: "Produkte", entries: [{ action: { kind: "words", words }, calls: 1 }] }],
        denials: [{ words, calls: 1 }],
      },
    ]);
  });

  it("keeps denied calls apart and adds up those without a rule, whatever their methods", async () => {
    const denial = { scope: null, path: null, denial: "gate_rule", status: 403 } as const;
    await store(...["GET", "PUT", "X-ANY"].map((method) => ({ method, ...denial })));
    expect((await diaryOf(installation)).days).toMatchObject([
      { objects: [], denials: [{ words: null, calls: 3 }] },
    ]);
  });

  it("describes calls without a scope, and with one that the catalogue does not know", async () => {
    await store({ scope: null }, { scope: "own/scope" });
    const [day] = (await diaryOf(installation)).days;
    expect(day?.objects).toMatchObject([{ name: null }]);
    const actions = new Set(day?.objects[0]?.entries.map(({ action }) => action));
    expect(actions).toEqual(new Set([{ kind: "other" }, { kind: "used", scope: "own/scope" }]));
  });

  it("marks the first use of customer data on its day only", async () => {
    const scope = "company/orders/read";
    await store({ scope }, { startedAt: daysAfter(1), scope });
    const { days } = await diaryOf(installation);
    expect(days.map(({ objects }) => objects[0]?.entries[0]?.firstUse)).toEqual([
      null,
      { of: "customerSeen", at: NOON },
    ]);
  });

  it("pages by days with calls, without losing or repeating one", async () => {
    const calls = Array.from({ length: 9 }, (_, n) => daysAfter(n * 2));
    await store(...calls.map((startedAt) => ({ startedAt })));
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
      await store({});
      expect((await diaryOf(installation, before)).days).toHaveLength(1);
    },
  );

  it("contains no call of another extension or for another company", async () => {
    const otherInstallation = await mintInstallation();
    const { client, companyId } = otherInstallation;
    mintCall({ client, companyId: installation.companyId }, { startedAt: NOON });
    mintCall({ client: installation.client, companyId }, { startedAt: NOON });
    await flushCalls();
    expect((await diaryOf(installation)).days).toEqual([]);
  });
});
