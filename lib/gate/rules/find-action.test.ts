import { expect, it } from "vitest";
import { findAction } from "@/lib/gate/rules/find-action";
import { useRules } from "@/test/requests/call-gate";

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
