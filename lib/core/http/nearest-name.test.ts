import { describe, expect, it } from "vitest";
import { nearestName } from "@/lib/core/http/nearest-name";

const NAMES = ["page_no", "page_size", "is_active", "tag", "client_type", "sort"];

describe("the suggested name", () => {
  it.each([
    ["is_activ", "is_active"],
    ["isActive", "is_active"],
    ["IS-ACTIVE", "is_active"],
    ["is_actve", "is_active"],
    ["pageSize", "page_size"],
    ["page-no", "page_no"],
    ["client_tpe", "client_type"],
    ["active", "is_active"],
    ["size", "page_size"],
    ["page", "page_no"],
    ["tags", "tag"],
    ["sorting", "sort"],
  ])("for %s is %s", (sent, name) => {
    expect(nearestName(sent, NAMES)).toBe(name);
  });

  it.each(["", "q", "ta", "limit", "__proto__", "x".repeat(10_000), "🙈"])(
    "is absent if no name is similar: %s",
    (sent) => {
      expect(nearestName(sent, NAMES)).toBeNull();
    },
  );
});
