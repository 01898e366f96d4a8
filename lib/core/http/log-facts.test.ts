import { expect, it } from "vitest";
import { beginLogFacts, endLogFacts, noteLogFacts } from "@/lib/core/http/log-facts";

it("facts belong to the request with their id, and not to another one with the same id at the same time", () => {
  const first = beginLogFacts("chosen-by-a-caller");
  const second = beginLogFacts("chosen-by-a-caller");
  noteLogFacts("chosen-by-a-caller", { clientId: "6740f1c2a9d34e0b7c51f001" });
  noteLogFacts("of-no-request", { companyId: 1 });
  expect([first, second]).toEqual([{ clientId: "6740f1c2a9d34e0b7c51f001" }, {}]);
  endLogFacts("chosen-by-a-caller");
  noteLogFacts("chosen-by-a-caller", { companyId: 1 });
  expect(first).not.toHaveProperty("companyId");
});
