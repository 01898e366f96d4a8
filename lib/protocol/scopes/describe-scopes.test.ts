import { describe, expect, it } from "vitest";
import { catalogue } from "@/lib/protocol/scopes/catalogue";
import { translateScope, translations } from "@/lib/protocol/scopes/describe-scopes";

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

  it("leaves the database's texts unchanged in English", () => {
    expect(translateScope(orders, "en")).toEqual(orders);
  });

  it("replaces the catalogue's texts with its translations and keeps everything else", () => {
    expect(translateScope(orders, "de")).toEqual({
      ...orders,
      title: "Bestellungen: sehen",
      sentence: "Bestellungen sehen, mit Namen und Adressen der Kunden.",
      group: "Bestellungen",
    });
  });

  it("prefers the platform's translation, field by field", () => {
    const translations = { de: { sentence: "Aufträge lesen." }, fr: { sentence: "Lire." } };
    expect(translateScope({ ...orders, translations }, "de")).toMatchObject({
      title: "Bestellungen: sehen",
      sentence: "Aufträge lesen.",
    });
    expect(translateScope({ ...orders, translations }, "en").sentence).toBe(orders.sentence);
  });

  it("does not translate a sentence that the platform has changed", () => {
    const changed = { ...orders, sentence: "See orders of the last year." };
    expect(translateScope(changed, "de")).toMatchObject({
      title: "Bestellungen: sehen",
      sentence: "See orders of the last year.",
    });
  });

  it.each([null, [], "de", { de: "x" }, { de: { sentence: 1 } }, { de: { sentence: "" } }])(
    "ignores translations of another form: %j",
    (translations) => {
      expect(translateScope({ ...orders, translations }, "de").title).toBe("Bestellungen: sehen");
    },
  );

  it.each(["own/scope", "constructor", "__proto__"])(
    "keeps the platform's texts for %s and translates its business object",
    (name) => {
      expect(translateScope({ ...orders, name }, "de")).toEqual({
        ...orders,
        name,
        group: "Bestellungen",
      });
    },
  );

  it("keeps the platform's own business object", () => {
    expect(translateScope({ ...orders, group: "toString" }, "de").group).toBe("toString");
  });
});
