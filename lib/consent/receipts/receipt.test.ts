import { beforeAll, describe, expect, it } from "vitest";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { findBrokenEntry, type Receipt, writeReceipt } from "@/lib/consent/receipts/receipt";
import { db } from "@/lib/core/db/client";
import { changeGrant, mintScene, type Scene } from "@/test/factories/mint-scene";

/** Writes two entries to the history of a grant. */
async function addHistory(scene: Scene): Promise<void> {
  const { clientId } = scene.installation.client;
  const choice = { clientId, userId: scene.person.userId, givenBy: scene.subject };
  await revokeGrants(db(), choice);
  await changeGrant({ revokedAt: null })(scene);
  await revokeGrants(db(), choice);
}

const receiptOf = ({ installation, subject }: Scene) =>
  writeReceipt(subject, installation.client.clientId);

it.each(["company", "organization"] as const)(
  "the receipt of a %s is about its own grant to this client, and names it alone",
  async (of) => {
    // Its client is also installed by a company.
    const [own, other] = [await mintScene(of), await mintScene(of)];
    await addHistory(own);
    const receipt = await receiptOf(own);
    expect(Object.keys(receipt ?? {})).toEqual([of, "extension", "entries", "verified"]);
    expect(receipt).toMatchObject({
      [of]: { id: own.subject.companyId ?? own.subject.organizationId },
      extension: { client_id: own.installation.client.clientId },
      entries: [{ grant_id: own.grantId }, { grant_id: own.grantId }],
      verified: true,
    });
    expect(await receiptOf({ ...own, subject: other.subject })).toBeNull();
    expect(await receiptOf({ ...own, installation: other.installation })).toBeNull();
  },
);

describe("the chain of a receipt", () => {
  let entries: Receipt["entries"];

  beforeAll(async () => {
    const scene = await mintScene("company");
    await addHistory(scene);
    entries = (await receiptOf(scene))?.entries ?? [];
  });

  it("is intact as the database wrote it", () => {
    const [first, second] = entries;
    expect(entries.map((entry) => entry.previous_hash)).toEqual([null, first?.hash]);
    expect(second?.user_id).toEqual(expect.any(String));
    expect([findBrokenEntry(entries), findBrokenEntry([])]).toEqual([null, null]);
  });

  it.each([
    ["grant_id", "another"],
    ["change", "granted"],
    ["scopes_before", ["a"]],
    ["scopes_after", ["a"]],
    ["user_id", null],
    ["client_version", 9],
    ["created_at", "2020-01-01T00:00:00.000Z"],
    ["hash", "00"],
  ] as const)("is broken where an entry's %s was changed", (name, value) => {
    const [first, second] = entries;
    if (!first || !second) throw new Error("There are too few entries");
    expect(findBrokenEntry([first, { ...second, [name]: value }])).toBe(1);
  });

  it("is broken where an entry was removed, repeated, or put first", () => {
    expect(findBrokenEntry(entries.slice(1))).toBe(0);
    expect(findBrokenEntry(entries.toReversed())).toBe(0);
    expect(findBrokenEntry([...entries, ...entries])).toBe(2);
  });
});
