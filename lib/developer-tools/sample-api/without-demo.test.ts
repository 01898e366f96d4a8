import { describe, expect, it } from "vitest";
import { describeApi } from "@/lib/api/describe-api";
import { GET as answer } from "@/lib/api/route";
import { noSuchPath } from "@/lib/api/router";
import { configureTestEnv } from "@/test/process/test-env";

const PATH = "/service/application/catalog/v1.0/products/";

describe("without demo data", () => {
  it.each(["GET", "POST", "OPTIONS"] as const)(
    "answers %s to the sample API like an unknown path",
    async (method) => {
      const { baseUrl } = configureTestEnv({ DEMO: "0" });
      const request = () =>
        new Request(baseUrl + PATH, { method, headers: { "x-request-id": "a-request-id" } });
      const response = await answer(request());
      expect(response.status).toBe(404);
      expect(response.headers.get("allow")).toBeNull();
      expect(await response.json()).toEqual(await noSuchPath(request()).json());
    },
  );

  it("leaves the sample API out of the API reference", () => {
    configureTestEnv({ DEMO: "0" });
    expect(JSON.stringify(describeApi())).not.toContain("listProducts");
  });
});
