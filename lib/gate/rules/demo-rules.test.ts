import { expect, it } from "vitest";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import { configureTestEnv } from "@/test/process/test-env";

const PRODUCTS = "/service/application/catalog/v1.0/products/".split("/").filter(Boolean);

it("with demo data and without a file, only reading products is allowed, with the scopes of products", () => {
  configureTestEnv({ DEMO: "1" });
  const { match, rules } = rulesInForce();
  expect(rules).toHaveLength(1);
  expect(match("GET", PRODUCTS)).toMatchObject({
    any: expect.arrayContaining(["company/products/read", "company/products"]),
    companyAt: null,
  });
  expect(match("POST", PRODUCTS)).toBeNull();
  expect(match("GET", [])).toBeNull();
});
