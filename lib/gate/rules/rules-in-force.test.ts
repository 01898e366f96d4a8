import { expect, it } from "vitest";
import {
  countUseByScope,
  findAction,
  findOpenPath,
  rulesInForce,
  type UseRow,
} from "@/lib/gate/rules/rules-in-force";
import { useRules } from "@/test/requests/call-gate";

it("with demo data and without a file, only reading products is allowed, with the scopes of products", () => {
  const products = "/service/application/catalog/v1.0/products/".split("/").filter(Boolean);
  const { match, rules } = rulesInForce();
  expect(rules).toHaveLength(1);
  expect(match("GET", products)).toMatchObject({
    any: expect.arrayContaining(["company/products/read", "company/products"]),
    companyAt: null,
  });
  expect(match("POST", products)).toBeNull();
  expect(match("GET", [])).toBeNull();
});

it("the diary has the text of the rule in the reader's language, or in English", () => {
  useRules([
    {
      methods: ["PUT", "PATCH"],
      path: "/prices/{id}",
      action: { en: "Changed prices", de: "Hat Preise geändert" },
    },
    { methods: ["GET"], path: "/prices/{id}", action: "Looked at prices" },
    { methods: ["GET"], path: "/orders", action: { de: "Hat Bestellungen angesehen" } },
    { methods: ["GET"], path: "/silent" },
  ]);
  expect(findAction("PATCH", "/prices/{id}", "de")).toBe("Hat Preise geändert");
  expect(findAction("PUT", "/prices/{id}", "en")).toBe("Changed prices");
  expect(findAction("GET", "/prices/{id}", "de")).toBe("Looked at prices");
  expect(findAction("GET", "/orders", "en")).toBe("Hat Bestellungen angesehen");
  for (const path of ["/silent", "/prices/7", "/gone"])
    expect(findAction("GET", path, "en")).toBeNull();
});

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

const EARLIER = new Date("2026-01-01T00:00:00Z");
const LATER = new Date("2026-02-01T00:00:00Z");

const row = (fields: Partial<UseRow>): UseRow => ({
  method: "GET",
  path: "/orders",
  scope: "company/orders/read",
  calls: 1,
  lastUsedAt: EARLIER,
  ...fields,
});

it.each([
  ["first", [LATER, EARLIER]],
  ["last", [EARLIER, LATER]],
])("the latest use of a scope counts, even if it is in the %s row", (_where, times) => {
  useRules([{ methods: ["GET"], path: "/unrelated" }]);
  const rows = times.map((lastUsedAt, index) => row({ lastUsedAt, calls: index + 1 }));
  expect(countUseByScope(rows)).toEqual([
    { scope: "company/orders/read", calls: 3, lastUsedAt: LATER },
  ]);
});

it("a call counts as a use of every scope that its rule needs, and of the named one once", () => {
  const all = ["company/orders/read", "company/products/read"];
  useRules([{ methods: ["GET"], path: "/orders", all }]);
  const uses = countUseByScope([row({ calls: 2 }), row({ method: "POST", calls: 4 })]);
  expect(uses.map(({ scope, calls }) => [scope, calls])).toEqual([
    ["company/orders/read", 6],
    ["company/products/read", 2],
  ]);
});
