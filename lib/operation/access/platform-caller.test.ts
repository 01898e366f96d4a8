import { describe, expect, it } from "vitest";
import {
  mayOnPlatform,
  type PlatformCaller,
  platformActor,
  requireOwnKeyOrPermission,
} from "@/lib/operation/access/platform-caller";

const shell: PlatformCaller = { kind: "shell" };
const operator: PlatformCaller = { kind: "operator", userId: "ada", role: "support" };
const key: PlatformCaller = { kind: "service_key", keyId: "k1", secretId: "s1", scopes: [] };

describe("a caller of the platform's API", () => {
  it("may do everything from a shell", () => {
    expect(mayOnPlatform(shell, "keys:write")).toBe(true);
  });

  it("has its kind and id in audit entries", () => {
    expect([shell, operator, key].map(platformActor)).toEqual([
      "operator:shell",
      "operator:ada",
      "service_key:k1",
    ]);
  });

  it("may use an operation on its own key, and on another only with the permission", () => {
    expect(() => requireOwnKeyOrPermission(key, "k1", "keys:write")).not.toThrow();
    expect(() => requireOwnKeyOrPermission(key, "k2", "keys:write")).toThrow("signed in");
    expect(() => requireOwnKeyOrPermission(operator, "k1", "keys:write")).toThrow("support");
  });
});
