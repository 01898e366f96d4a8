import { expect, it } from "vitest";
import { english, messages } from "@/lib/core/i18n/messages";
import { describeChange } from "./change-lines";

it("shows the old and new value of each changed field and of no other", () => {
  expect(
    describeChange(
      english.audit,
      { name: "Shipfast", is_active: true, base_url: null },
      { name: "Shipfast", is_active: false, base_url: "https://a.example" },
    ),
  ).toEqual([
    {
      label: "Is active",
      lines: [
        { kind: "removed", text: "yes" },
        { kind: "added", text: "no" },
      ],
    },
    { label: "Base URL", lines: [{ kind: "added", text: "https://a.example" }] },
  ]);
});

it("shows only the entries added to and removed from a list", () => {
  expect(
    describeChange(
      english.audit,
      { redirect_urls: ["https://a.example", "https://b.example"] },
      { redirect_urls: ["https://b.example", "https://c.example"] },
    ),
  ).toEqual([
    {
      label: "Redirect URLs",
      lines: [
        { kind: "removed", text: "https://a.example" },
        { kind: "added", text: "https://c.example" },
      ],
    },
  ]);
});

it("shows the whole list when its order changed, and says when a list is now empty", () => {
  expect(
    describeChange(english.audit, { tags: ["a", "b"] }, { tags: ["b", "a"] })[0]?.lines,
  ).toHaveLength(4);
  expect(describeChange(english.audit, { tags: ["a"] }, { tags: [] })[0]?.lines).toEqual([
    { kind: "removed", text: "a" },
    { kind: "added", text: "nothing" },
  ]);
});

it("describes changes inside objects", () => {
  expect(
    describeChange(
      english.audit,
      { scopes: { type: "company", permissions: ["a"] } },
      { scopes: { type: "company", permissions: ["a", "b"] } },
    ),
  ).toEqual([{ label: "Scopes permissions", lines: [{ kind: "added", text: "b" }] }]);
});

it("lists the values when there is no earlier state, and returns nothing when nothing changed", () => {
  expect(describeChange(english.audit, null, { name: "Shipfast", count: 2 })).toEqual([
    { label: "Name", lines: [{ kind: "stated", text: "Shipfast" }] },
    { label: "Count", lines: [{ kind: "stated", text: "2" }] },
  ]);
  expect(describeChange(english.audit, null, null)).toEqual([]);
  expect(describeChange(english.audit, { name: "Shipfast" }, null)).toEqual([
    { label: "Name", lines: [{ kind: "removed", text: "Shipfast" }] },
  ]);
});

it("translates field names but leaves values unchanged", () => {
  expect(
    describeChange(
      messages.de.audit,
      { is_active: true, tags: ["yes"] },
      { is_active: false, tags: [] },
    ),
  ).toEqual([
    {
      label: "Aktiv",
      lines: [
        { kind: "removed", text: "ja" },
        { kind: "added", text: "nein" },
      ],
    },
    {
      label: "Tags",
      lines: [
        { kind: "removed", text: "yes" },
        { kind: "added", text: "nichts" },
      ],
    },
  ]);
});

it("names values of enumerations in the reader's language, and leaves other values as they are", () => {
  const before = { role: "staff", pending_review: { listing: "unlisted" }, name: "listed" };
  const after = { role: "admin", pending_review: { listing: "listed" }, name: "unlisted" };
  const changes = describeChange(messages.de.audit, before, after);
  expect(changes.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    ["Mitarbeiter", "Admin"],
    ["nicht gelistet", "gelistet"],
    ["listed", "unlisted"],
  ]);
});
