import { expect, it } from "vitest";
import { slots } from "@/lib/core/limits/slots";

it("a slot given back twice frees no other slot", () => {
  const testSlots = slots("given-back-test", {
    maxPerOwner: { slots: 2, message: "Yours are taken." },
    retrySeconds: 7,
  });
  const [first] = ["one", "one"].map((owner) => testSlots.acquire(owner));
  first?.();
  first?.();
  expect(testSlots.count()).toBe(1);
});
