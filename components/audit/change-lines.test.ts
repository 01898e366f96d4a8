import { expect, it } from "vitest";
import type { Locale } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";
import { describeChange } from "./change-lines";

type Values = Parameters<typeof describeChange>[1];
/** Each line after its sign: `+` for an added value, `-` for a removed one, none for a stated one. */
type Lines = Record<string, string[]>;

const SIGNS = { added: "+", removed: "-", stated: "" };

function linesOf(before: Values, after: Values, locale: Locale = "en"): Lines {
  const changes = describeChange({ words: messages[locale].audit, locale }, before, after);
  return Object.fromEntries(
    changes.map(({ label, lines }) => [label, lines.map(({ kind, text }) => SIGNS[kind] + text)]),
  );
}

it.each<[what: string, before: Values, after: Values, lines: Lines]>([
  [
    "each changed field and no other",
    { name: "Shipfast", is_active: true, base_url: null },
    { name: "Shipfast", is_active: false, base_url: "https://a.example" },
    { Active: ["-yes", "+no"], "Base URL": ["+https://a.example"] },
  ],
  [
    "only the entries added to and removed from a list",
    { redirect_urls: ["https://a.example", "https://b.example"] },
    { redirect_urls: ["https://b.example", "https://c.example"] },
    { "Redirect URLs": ["-https://a.example", "+https://c.example"] },
  ],
  [
    "the whole list when its order changed",
    { tags: ["a", "b"] },
    { tags: ["b", "a"] },
    { Tags: ["-a", "-b", "+b", "+a"] },
  ],
  ["that a list is now empty", { tags: ["a"] }, { tags: [] }, { Tags: ["-a", "+nothing"] }],
  [
    "changes inside objects",
    { scopes: { type: "company", permissions: ["a"] } },
    { scopes: { type: "company", permissions: ["a", "b"] } },
    { Scopes: ["+b"] },
  ],
  [
    "the values when there is no earlier state",
    null,
    { name: "Shipfast", count: 2 },
    { Name: ["Shipfast"], Count: ["2"] },
  ],
  ["what was there when nothing is", { name: "Shipfast" }, null, { Name: ["-Shipfast"] }],
  ["nothing when nothing changed", null, null, {}],
])("a change shows %s", (_what, before, after, lines) => {
  expect(linesOf(before, after)).toEqual(lines);
});

it("a change has names of fields and values of enumerations in the reader's language, and no others", () => {
  const before = {
    is_active: true,
    tags: ["yes"],
    role: "staff",
    name: "listed",
    pending_review: { listing: { approved: "draft", proposed: "unlisted" } },
  };
  const after = {
    is_active: false,
    tags: [],
    role: "admin",
    name: "unlisted",
    pending_review: { listing: { approved: "draft", proposed: "listed" } },
  };
  const lines = linesOf(before, after, "de");
  expect(lines).toMatchObject({ Aktiv: ["-ja", "+nein"], Tags: ["-yes", "+nichts"] });
  expect(Object.values(lines).slice(2)).toEqual([
    ["-Mitarbeiter", "+Admin"],
    ["-listed", "+unlisted"],
    ["-nicht gelistet", "+gelistet"],
  ]);
  expect(Object.keys(lines)[4]).toBe("Verzeichnis (beantragt)");
});
