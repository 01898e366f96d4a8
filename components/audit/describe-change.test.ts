import { expect, it } from "vitest";
import { english, messages } from "@/lib/i18n/messages";
import { describeChange } from "./describe-change";

it("names old and new value of each field that differs, and no other", () => {
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

it("names of a list only what was taken out and put in", () => {
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

it("shows a list whole whose order changed, and says when one is empty now", () => {
  expect(
    describeChange(english.audit, { tags: ["a", "b"] }, { tags: ["b", "a"] })[0]?.lines,
  ).toHaveLength(4);
  expect(describeChange(english.audit, { tags: ["a"] }, { tags: [] })[0]?.lines).toEqual([
    { kind: "removed", text: "a" },
    { kind: "added", text: "nothing" },
  ]);
});

it("looks into objects", () => {
  expect(
    describeChange(
      english.audit,
      { scopes: { type: "company", permissions: ["a"] } },
      { scopes: { type: "company", permissions: ["a", "b"] } },
    ),
  ).toEqual([{ label: "Scopes permissions", lines: [{ kind: "added", text: "b" }] }]);
});

it("just tells what is when there is nothing before, and has nothing when nothing differs", () => {
  expect(describeChange(english.audit, null, { name: "Shipfast", count: 2 })).toEqual([
    { label: "Name", lines: [{ kind: "told", text: "Shipfast" }] },
    { label: "Count", lines: [{ kind: "told", text: "2" }] },
  ]);
  expect(describeChange(english.audit, null, null)).toEqual([]);
  expect(describeChange(english.audit, { name: "Shipfast" }, null)).toEqual([
    { label: "Name", lines: [{ kind: "removed", text: "Shipfast" }] },
  ]);
});

it("says what is in the reader's language, but values as they are", () => {
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
