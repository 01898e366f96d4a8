import { expect, it } from "vitest";
import { EMPTY_DRAFT } from "./client-draft";
import { openErrors } from "./open-errors";

const refused = {
  ...EMPTY_DRAFT,
  redirectUrls: [
    { key: 0, value: "http://a.example.com" },
    { key: 1, value: "http://b.example.com" },
  ],
};
const errors = {
  "": "Try again.",
  name: "Name it.",
  "redirectUrls.0": "https!",
  "redirectUrls.1": "https!",
};

it("an error disappears when its field is edited, and other errors stay", () => {
  expect(openErrors(errors, refused, refused)).toEqual(errors);
  const { name: _, ...others } = errors;
  expect(openErrors(errors, refused, { ...refused, name: "S" })).toEqual(others);
});

it("an error in a row disappears when that row is edited or removed", () => {
  const { "redirectUrls.0": _, ...others } = errors;
  const [first, second] = refused.redirectUrls;
  const corrected = [{ key: 0, value: "https://a.example.com" }, ...(second ? [second] : [])];
  expect(openErrors(errors, refused, { ...refused, redirectUrls: corrected })).toEqual(others);
  const removed = { ...refused, redirectUrls: second ? [second] : [] };
  expect(openErrors(errors, refused, removed)).toEqual(others);
  expect(first?.key).toBe(0);
});
