import { describe, expect, it } from "vitest";
import { catalogue } from "@/lib/scopes/catalogue";
import { translateScope, translations } from "@/lib/scopes/translate-scope";

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
  const orders = { name: "company/orders/read", title: "Any", sentence: "Any.", group: "Orders" };

  it("leaves the database's texts unchanged in English", () => {
    expect(translateScope(orders, "en")).toBe(orders);
  });

  it("replaces the English texts with translations and keeps everything else", () => {
    expect(translateScope({ ...orders, customerData: true }, "de")).toEqual({
      name: "company/orders/read",
      title: "Bestellungen: sehen",
      sentence: "Bestellungen sehen, mit Namen und Adressen der Kunden.",
      group: "Bestellungen",
      customerData: true,
    });
  });

  it.each(["own/scope", "constructor", "__proto__"])(
    "keeps an operator's texts for %s and translates its business object",
    (name) => {
      expect(translateScope({ ...orders, name }, "de")).toEqual({
        ...orders,
        name,
        group: "Bestellungen",
      });
    },
  );

  it("keeps an operator's own business object", () => {
    expect(translateScope({ ...orders, group: "toString" }, "de").group).toBe("toString");
  });
});
