import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { catalogue } from "@/lib/protocol/scopes/catalogue";
import { describeScopes, listKnownScopes } from "@/lib/protocol/scopes/describe-scopes";
import { loadCatalogue, storeCatalogue } from "@/lib/protocol/scopes/load-catalogue";
import { isScopeName } from "@/lib/protocol/scopes/scope-name";

describe("the scope catalogue", () => {
  it("lists each scope once, with a complete sentence", () => {
    const names = catalogue.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
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
    access: "view",
    customerData: false,
  } as const;
  const stored = () => db().scope.findUniqueOrThrow({ where: { name: added.name } });

  it("reaches installations at their next start, except where an operator changed it", async () => {
    await storeCatalogue([added]);
    await db().scope.update({ where: { name: added.name }, data: { title: "Our shelves" } });
    await storeCatalogue([{ ...added, title: "Racks", sentence: "See racks.", access: "change" }]);
    expect(await stored()).toMatchObject({
      title: "Our shelves",
      sentence: "See racks.",
      group: "Stock",
      access: "change",
    });
    await storeCatalogue([{ ...added, sentence: "See all racks.", group: "Warehouse" }]);
    expect(await stored()).toMatchObject({
      title: "Our shelves",
      sentence: "See all racks.",
      group: "Warehouse",
      access: "view",
    });
  });

  it("leaves a scope alone that an operator created before the catalogue had it", async () => {
    const ownScope = { ...added, name: `own/${newId()}`, title: "Ours" };
    const { customerData: _, ...texts } = ownScope;
    await db().scope.create({ data: texts });
    await storeCatalogue([{ ...ownScope, title: "Theirs", sentence: "See theirs." }]);
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
        sentence: "See orders, with customer names and addresses.",
        group: "Orders",
        access: "view",
        customerData: true,
      },
    ]);
  });
});
