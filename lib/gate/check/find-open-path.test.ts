import { expect, it } from "vitest";
import { findOpenPath } from "@/lib/gate/check/find-open-path";
import { useRules } from "@/test/requests/call-gate";

it("an example calls the first path to read that the scopes open, with no parameter but the company", () => {
  useRules([
    { methods: ["POST"], path: "/orders/", any: ["company/orders/read"] },
    { methods: ["GET"], path: "/orders/{order_id}", any: ["company/orders/read"] },
    { methods: ["GET"], path: "/products/", any: ["company/products/read"] },
    {
      methods: ["GET"],
      path: "/company/{company_id}/orders/",
      company: true,
      all: ["company/orders/read"],
    },
  ]);
  expect(findOpenPath(["company/orders/read"])).toBe("/company/{company_id}/orders/");
  expect(findOpenPath(["company/orders/read", "company/products/read"])).toBe("/products/");
  expect(findOpenPath(["company/profile"])).toBeNull();
});
