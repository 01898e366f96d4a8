import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { catalogue } from "@/lib/protocol/scopes/catalogue";
import {
  describeScopes,
  listKnownScopes,
  translateScope,
  translations,
} from "@/lib/protocol/scopes/describe-scopes";
import { loadCatalogue } from "@/lib/protocol/scopes/load-catalogue";
import { isScopeName } from "@/lib/protocol/scopes/scope-name";
import en from "@/lib/protocol/scopes/translations/en.json" with { type: "json" };

describe("the scope catalogue", () => {
  it("lists each scope once, with a complete sentence", () => {
    const names = catalogue.map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(en).toSorted());
    expect(names.every(isScopeName)).toBe(true);
    for (const { sentence } of catalogue) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it("has a /write for each /read of the new names that can be changed", () => {
    const names = new Set(catalogue.map(({ name }) => name));
    const alone = catalogue
      .filter(({ name }) => name.endsWith("/read") && !names.has(name.replace(/read$/, "write")))
      .map(({ name }) => name);
    expect(alone).toEqual(["application/protected_customer_data/read", "organization/audit/read"]);
  });

  it("can be loaded repeatedly and leaves the operator's scopes alone", async () => {
    const ownScope = `own/${newId()}`;
    await db().scope.create({
      data: { name: ownScope, title: "Own", sentence: "Own.", group: "Own", access: "view" },
    });
    await loadCatalogue();
    await loadCatalogue();
    const knownScopes = await listKnownScopes("en");
    expect(knownScopes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([ownScope, ...catalogue.map(({ name }) => name)]),
    );
  });
});

describe("a scope that the platform describes", () => {
  it("is shown in its words and the reader's language, with its risk and marks", async () => {
    const name = `own/${newId()}`;
    const marks = { risk: "high", restricted: true, deprecated: true };
    const translations = { de: { title: "Lager", sentence: "Das Lager sehen.", group: "Lager" } };
    const texts = { title: "Stock", sentence: "See the warehouse.", group: "Stock" };
    await db().scope.create({ data: { name, access: "view", translations, ...texts, ...marks } });
    expect(await describeScopes([name], "en")).toMatchObject([{ ...texts, ...marks, known: true }]);
    expect(await describeScopes([name], "de")).toMatchObject([{ ...translations.de, ...marks }]);
  });

  it("keeps the platform's words for a scope of the catalogue at the next start", async () => {
    await loadCatalogue();
    const name = "company/locations/read";
    const before = await db().scope.findUniqueOrThrow({ where: { name } });
    const sentence = "See our shops.";
    await db().scope.update({ where: { name }, data: { sentence } });
    await loadCatalogue();
    const [described] = await describeScopes([name], "de");
    expect(described?.sentence).toBe(sentence);
    await db().scope.update({ where: { name }, data: { sentence: before.sentence } });
  });
});

describe("a text of the catalogue that changes with a new version", () => {
  const added = {
    name: `own/${newId()}`,
    title: "Shelves",
    sentence: "See shelves.",
    group: "Stock",
    ...({ access: "view", customerData: false } as const),
  };
  const stored = () => db().scope.findUniqueOrThrow({ where: { name: added.name } });

  it("reaches installations at their next start, except where an operator changed it", async () => {
    await loadCatalogue([added]);
    await db().scope.update({ where: { name: added.name }, data: { title: "Our shelves" } });
    await loadCatalogue([{ ...added, title: "Racks", sentence: "See racks.", access: "change" }]);
    const ownTitle = { title: "Our shelves" };
    expect(await stored()).toMatchObject({
      ...ownTitle,
      sentence: "See racks.",
      group: "Stock",
      access: "change",
    });
    await loadCatalogue([{ ...added, sentence: "See all racks.", group: "Warehouse" }]);
    expect(await stored()).toMatchObject({
      ...ownTitle,
      sentence: "See all racks.",
      group: "Warehouse",
      access: "view",
    });
  });

  it("leaves a scope alone that an operator created before the catalogue had it", async () => {
    const ownScope = { ...added, name: `own/${newId()}`, title: "Ours" };
    const { customerData: _, ...texts } = ownScope;
    await db().scope.create({ data: texts });
    await loadCatalogue([{ ...ownScope, title: "Theirs", sentence: "See theirs." }]);
    const where = { name: ownScope.name };
    expect(await db().scope.findUniqueOrThrow({ where })).toMatchObject(texts);
  });
});

describe("describeScopes", () => {
  it("keeps the order and shows an unknown scope by its name", async () => {
    await loadCatalogue();
    const described = await describeScopes(["vendor/x", "company/orders/read"], "en");
    expect(described).toMatchObject([
      { name: "vendor/x", known: false, title: "vendor/x", sentence: "", access: "other" },
      {
        name: "company/orders/read",
        known: true,
        group: "Orders",
        access: "view",
        sentence: "See orders, with customer names and addresses.",
        customerData: true,
      },
    ]);
  });
});

describe.each(Object.entries(translations))("the catalogue in %s", (_, { groups, scopes }) => {
  it("has a title and a complete sentence for every scope, and no extras", () => {
    expect(Object.keys(scopes).toSorted()).toEqual(catalogue.map(({ name }) => name).toSorted());
    for (const { title, sentence } of Object.values(scopes)) {
      expect(title).toMatch(/^\p{Lu}.*[^.]$/u);
      expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    }
  });

  it("has a name for every business object, and no extras", () => {
    const used = new Set(catalogue.map(({ group }) => group));
    expect(Object.keys(groups).toSorted()).toEqual([...used].toSorted());
    for (const name of Object.values(groups)) expect(name).toMatch(/^\p{Lu}/u);
  });

  it("distinguishes all scopes that differ in English", () => {
    const sentences = (texts: readonly { sentence: string }[]) =>
      new Set(texts.map(({ sentence }) => sentence)).size;
    expect(sentences(Object.values(scopes))).toBe(sentences(catalogue));
  });
});

describe("translateScope", () => {
  const original = catalogue.find(({ name }) => name === "company/orders/read");
  if (!original) throw new Error("The catalogue has no company/orders/read");
  const orders = { ...original, translations: {} as unknown };
  const title = "Bestellungen: sehen";
  const group = "Bestellungen";
  const sentence = "Bestellungen sehen, mit Namen und Adressen der Kunden.";
  const ofPlatform = { de: { sentence: "Aufträge lesen." }, fr: { sentence: "Lire." } };

  it.each<[string, object, object, ("de" | "en")?]>([
    ["leaves the database's texts unchanged in English", {}, {}, "en"],
    ["replaces the catalogue's texts with its translations", {}, { title, sentence, group }],
    [
      ...(["prefers the platform's translation, field by field"] as const),
      ...([{ translations: ofPlatform }, { title, sentence: "Aufträge lesen.", group }] as const),
    ],
    ["uses no translation in English", { translations: ofPlatform }, {}, "en"],
    [
      ...(["does not translate a sentence that the platform has changed"] as const),
      ...([{ sentence: "See orders of the last year." }, { title, group }] as const),
    ],
    ...[null, [], "de", { de: "x" }, { de: { sentence: 1 } }, { de: { sentence: "" } }].map(
      (translations): [string, object, object] => [
        `ignores translations of another form: ${JSON.stringify(translations)}`,
        ...([{ translations }, { title, sentence, group }] as const),
      ],
    ),
    ...["own/scope", "constructor", "__proto__"].map((name): [string, object, object] => [
      `keeps the platform's texts for ${name} and translates its business object`,
      ...([{ name }, { group }] as const),
    ]),
    [
      ...(["keeps the platform's own business object"] as const),
      ...([{ group: "toString" }, { title, sentence }] as const),
    ],
  ])("%s", (_what, changed, translated, language = "de") => {
    const scope = { ...orders, ...changed };
    expect(translateScope(scope, language)).toEqual({ ...scope, ...translated });
  });
});
