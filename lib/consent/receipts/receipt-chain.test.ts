import { beforeAll, describe, expect, it } from "vitest";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { findBrokenEntry, type Receipt } from "@/lib/consent/receipts/receipt";
import { findReceipt } from "@/lib/consent/receipts/receipt-repository";
import { db } from "@/lib/core/db/client";
import { changeGrant, mintScene } from "@/test/factories/mint-scene";

let entries: Receipt["entries"];

/** A history of two entries, as the database stored it. */
beforeAll(async () => {
  const scene = await mintScene("company");
  const { clientId } = scene.installation.client;
  const choice = { clientId, userId: scene.person.userId, givenBy: scene.subject };
  await revokeGrants(db(), choice);
  await changeGrant({ revokedAt: null })(scene);
  await revokeGrants(db(), choice);
  const receipt = await findReceipt(scene.subject, clientId);
  entries = (receipt?.events ?? []).map((event) => ({
    ...{ grant_id: scene.grantId, change: event.change, user_id: event.userId },
    ...{ scopes_before: event.scopesBefore, scopes_after: event.scopesAfter },
    client_version: event.clientVersion,
    created_at: event.createdAt.toISOString(),
    previous_hash: event.previousHash && Buffer.from(event.previousHash).toString("hex"),
    hash: Buffer.from(event.hash).toString("hex"),
  }));
});

describe("the chain of a receipt", () => {
  it("is intact as the database wrote it", () => {
    expect(entries).toHaveLength(2);
    expect(findBrokenEntry(entries)).toBeNull();
    expect(findBrokenEntry([])).toBeNull();
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

  it("is broken where an entry was removed, or put first", () => {
    expect(findBrokenEntry(entries.slice(1))).toBe(0);
    expect(findBrokenEntry(entries.toReversed())).toBe(0);
    expect(findBrokenEntry([...entries, ...entries])).toBe(2);
  });
});
