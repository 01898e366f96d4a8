import { expect, it } from "vitest";
import { writeReceipt } from "@/lib/consent/receipts/receipt";
import { db } from "@/lib/core/db/client";
import { mintClient } from "@/test/factories/mint";
import { mintScene } from "@/test/factories/mint-scene";

it.each(["company", "organization"] as const)(
  "the receipt of a %s names it alone, and each of its entries the one before",
  async (of) => {
    const { installation, subject, grantId } = await mintScene(of);
    const { clientId } = installation.client;
    for (const scopesAfter of [["company/orders/read"], []]) {
      const change = scopesAfter.length > 0 ? "granted" : "revoked";
      await db().grantEvent.create({
        data: { grantId, change, scopesBefore: [], scopesAfter, clientVersion: 1 },
      });
    }
    const receipt = await writeReceipt(subject, clientId);
    expect(Object.keys(receipt ?? {})).toEqual([of, "extension", "entries", "verified"]);
    const [first, second] = receipt?.entries ?? [];
    expect([first?.previous_hash, second?.previous_hash]).toEqual([null, first?.hash]);
    expect(receipt?.verified).toBe(true);
  },
);

it("there is no receipt without a grant", async () => {
  const { subject, installation } = await mintScene("company");
  const { clientId } = await mintClient(installation.organizationId);
  expect(await writeReceipt(subject, clientId)).toBeNull();
});
