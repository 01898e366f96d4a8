import { describe, expect, it } from "vitest";
import { findReceipt } from "@/lib/consent/receipts/receipt-repository";
import { db } from "@/lib/core/db/client";
import { mintScene } from "@/test/factories/mint-scene";

describe.each(["company", "organization"] as const)("the receipt of a %s", (of) => {
  it("is about its own grant to this client", async () => {
    const [own, other] = [await mintScene(of), await mintScene(of)];
    const { clientId } = own.installation.client;
    const found = await findReceipt(own.subject, clientId);
    expect(found?.id).toBe(own.grantId);
    const expected =
      own.subject.companyId === null
        ? { company: null, organization: { id: own.subject.organizationId } }
        : { company: { id: own.subject.companyId }, organization: null };
    expect(found).toMatchObject(expected);
    expect(await findReceipt(other.subject, clientId)).toBeNull();
    const foreign = await findReceipt(own.subject, other.installation.client.clientId);
    expect(foreign).toBeNull();
  });
});

it("a client has a receipt for each of its companies and organizations", async () => {
  const { installation, subject, grantId } = await mintScene("organization");
  const { clientId } = installation.client;
  const { companyId } = installation;
  const ofCompany = await findReceipt({ companyId, organizationId: null }, clientId);
  expect(ofCompany?.id).toBe(installation.grantId);
  expect((await findReceipt(subject, clientId))?.id).toBe(grantId);
  expect(await db().grant.count({ where: { clientId } })).toBe(2);
});
