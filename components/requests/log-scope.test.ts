import { describe, expect, it } from "vitest";
import { requestQuery } from "./log-scope";

describe.each([null, "6740f1c2a9d34e0b7c51f301"])(
  "the drawer of the log of %s",
  (organizationId) => {
    const isSent = (id: string) => requestQuery({ organizationId, clientId: null }, id).enabled;

    it.each([
      ...["export", "live", "figures", "", ".", "..", "../export", "deploy-1/export", "deploy-1?a"],
      ...["%2e%2e", "export?format=csv", "\0", "deploy-1~x"],
    ])("security 129: sends nothing for a link with %j in place of an id", (text) => {
      expect(isSent(text)).toBe(false);
    });

    it.each(["6740f1c2a9d34e0b7c51f300", "deploy-1", "deploy-1~17"])("reads %s", (id) => {
      expect(isSent(id)).toBe(true);
    });
  },
);
