import { expect, it } from "vitest";
import { describeChange } from "./describe-change";

it("names old and new value of each field that differs, and no other", () => {
  expect(
    describeChange(
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
  expect(describeChange({ tags: ["a", "b"] }, { tags: ["b", "a"] })[0]?.lines).toHaveLength(4);
  expect(describeChange({ tags: ["a"] }, { tags: [] })[0]?.lines).toEqual([
    { kind: "removed", text: "a" },
    { kind: "added", text: "nothing" },
  ]);
});

it("looks into objects", () => {
  expect(
    describeChange(
      { scopes: { type: "company", permissions: ["a"] } },
      { scopes: { type: "company", permissions: ["a", "b"] } },
    ),
  ).toEqual([{ label: "Scopes permissions", lines: [{ kind: "added", text: "b" }] }]);
});

it("just tells what is when there is nothing before, and has nothing when nothing differs", () => {
  expect(describeChange(null, { name: "Shipfast", count: 2 })).toEqual([
    { label: "Name", lines: [{ kind: "told", text: "Shipfast" }] },
    { label: "Count", lines: [{ kind: "told", text: "2" }] },
  ]);
  expect(describeChange(null, null)).toEqual([]);
  expect(describeChange({ name: "Shipfast" }, null)).toEqual([
    { label: "Name", lines: [{ kind: "removed", text: "Shipfast" }] },
  ]);
});
