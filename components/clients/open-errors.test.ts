import { expect, it } from "vitest";
import { EMPTY_DRAFT } from "./client-draft";
import { openErrors } from "./draft-errors";

const rejected = {
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
  expect(openErrors(errors, rejected, rejected)).toEqual(errors);
  const { name: _, ...others } = errors;
  expect(openErrors(errors, rejected, { ...rejected, name: "S" })).toEqual(others);
});

it("an error in a row disappears when that row is edited or removed", () => {
  const { "redirectUrls.0": _, ...others } = errors;
  const [first, second] = rejected.redirectUrls;
  const corrected = [{ key: 0, value: "https://a.example.com" }, ...(second ? [second] : [])];
  expect(openErrors(errors, rejected, { ...rejected, redirectUrls: corrected })).toEqual(others);
  const removed = { ...rejected, redirectUrls: second ? [second] : [] };
  expect(openErrors(errors, rejected, removed)).toEqual(others);
  expect(first?.key).toBe(0);
});
