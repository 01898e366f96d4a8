import { beforeEach, describe, expect, it } from "vitest";
import { dayOfToken, newToken, today } from "@/lib/core/crypto/tokens";
import { withDay } from "@/test/factories/change-day";
import { mintCode, mintCodeOfDay } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken, mintImportedAccessToken } from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";
import { revoke } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";
import { partitionName, storedPartition } from "@/test/requests/stored-partition";

// A test drops partitions.
takeOwnDatabase();

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const OTHER_DAYS = () => [0, 1, today() - 1, today() + 1, today() + 20, 2 ** 18 - 1];

/** What is stored by day: how it is used, and what happens when it is used until it ends. */
const STORED = {
  access_tokens: {
    mint: () => mintAccessToken(installation, "offline"),
    mintOfOtherDay: () => mintImportedAccessToken(installation, "offline"),
    use: async (token: string) => (await callProducts(token)).status,
    unknown: 401,
    /** The status of a call, and of one after the revocation. */
    useUp: async (token: string) => {
      const before = await callProducts(token);
      await revoke(installation.client, token);
      return [before.status, (await callProducts(token)).status];
    },
    usedUp: [200, 401],
  },
  authorization_codes: {
    mint: () => mintCode(installation),
    mintOfOtherDay: () => mintCodeOfDay(installation, today() - 1),
    use: async (code: string) => (await exchange("offline", installation, code)).status,
    unknown: 400,
    /** The status of an exchange, and the errors of its replay and of a refresh after that. */
    useUp: async (code: string) => {
      const first = await exchange("offline", installation, code);
      const replay = await exchange("offline", installation, code);
      const renewal = await refresh(installation, String(first.body.refresh_token));
      return [first.status, replay.body.error, renewal.body.error];
    },
    usedUp: [200, "invalid_grant", "invalid_grant"],
  },
};

describe.each(["access_tokens", "authorization_codes"] as const)("%s", (table) => {
  const { mint, mintOfOtherDay, use, unknown, useUp, usedUp } = STORED[table];

  it("are stored under their day, and work until they end", async () => {
    const token = await mint();
    const partition = partitionName(table, dayOfToken(token));
    expect(await storedPartition(table, token)).toBe(partition);
    expect(await useUp(token)).toEqual(usedUp);
  });

  it("are unknown with another day, and still work with their own", async () => {
    const token = await mint();
    for (const day of OTHER_DAYS()) expect(await use(withDay(token, day))).toBe(unknown);
    expect(await use(token)).toBe(200);
  });

  it("are used together with those of other days, each for its own request", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? mint : mintOfOtherDay)()),
    );
    const kind = table === "access_tokens" ? "offline" : "code";
    const all = [...tokens, withDay(newToken(kind), today() - 3)];
    expect(await Promise.all(all.map(use))).toEqual([...tokens.map(() => 200), unknown]);
  });

  it("work on a day without a partition", async () => {
    // And tomorrow, in case the day ends meanwhile.
    const days = [today(), today() + 1].map((day) => partitionName(table, day)).join(", ");
    await asOwner((owner) => owner.query(`DROP TABLE ${days}`));
    const token = await mint();
    expect(await storedPartition(table, token)).toBe(`${table}_default`);
    expect(await useUp(token)).toEqual(usedUp);
  });
});

it("an imported access token encodes no day, and works the same", async () => {
  const token = await mintImportedAccessToken(installation, "offline");
  expect(await storedPartition("access_tokens", token)).toBe("access_tokens_0");
  expect(await STORED.access_tokens.useUp(token)).toEqual([200, 401]);
});
