import { expect, it } from "vitest";
import { countUseByScope, type UseRow } from "@/lib/gate/rules/count-use-by-scope";
import { useRules } from "@/test/requests/call-gate";

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
