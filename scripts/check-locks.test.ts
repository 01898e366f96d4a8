import { expect, it } from "vitest";
import { findUnpinned } from "./check-locks.mjs";

it("a package without a hash is reported, other than links and the project itself", () => {
  const packages = {
    "": {},
    "node_modules/a": { integrity: "sha512-A" },
    "node_modules/b": { link: true },
    "node_modules/c": {},
  };
  expect(findUnpinned({ packages })).toEqual(["node_modules/c"]);
});
