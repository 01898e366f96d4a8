import { beforeEach, describe, expect, it } from "vitest";
import { dayOfToken, newToken, today } from "@/lib/core/crypto/tokens";
import { withDay } from "@/test/factories/change-day";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken, mintImportedAccessToken } from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";
import { revoke } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { partitionName, storedPartition } from "@/test/requests/stored-partition";

// A test drops partitions.
takeOwnDatabase();

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

/** The status of a call with a token, and of one after the token was revoked. */
async function callAndRevoke(token: string) {
  const before = await callProducts(token);
  await revoke(installation.client, token);
  return [before.status, (await callProducts(token)).status];
}

describe("an access token", () => {
  it("is stored under its day, and works until it is revoked", async () => {
    const token = await mintAccessToken(installation, "offline");
    expect(await storedPartition("access_tokens", token)).toBe(
      partitionName("access_tokens", dayOfToken(token)),
    );
    expect(await callAndRevoke(token)).toEqual([200, 401]);
  });

  it("works the same if it was imported and encodes no day", async () => {
    const token = await mintImportedAccessToken(installation, "offline");
    expect(await storedPartition("access_tokens", token)).toBe("access_tokens_0");
    expect(await callAndRevoke(token)).toEqual([200, 401]);
  });

  it("is unknown with another day", async () => {
    const token = await mintAccessToken(installation, "offline");
    for (const day of [0, 1, today() - 1, today() + 1, today() + 20, 2 ** 18 - 1]) {
      expect((await callProducts(withDay(token, day))).status).toBe(401);
    }
    expect((await callProducts(token)).status).toBe(200);
  });

  it("is checked together with tokens of other days, each for its own request", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? mintAccessToken : mintImportedAccessToken)(installation, "offline"),
      ),
    );
    const unknown = withDay(newToken("offline"), today() - 3);
    const responses = await Promise.all([...tokens, unknown].map((token) => callProducts(token)));
    expect(responses.map(({ status }) => status)).toEqual([...tokens.map(() => 200), 401]);
  });

  it("works on a day without a partition", async () => {
    // And tomorrow, in case the day ends meanwhile.
    const days = [today(), today() + 1]
      .map((day) => partitionName("access_tokens", day))
      .join(", ");
    await asOwner((owner) => owner.query(`DROP TABLE ${days}`));
    const token = await mintAccessToken(installation, "offline");
    expect(await storedPartition("access_tokens", token)).toBe("access_tokens_default");
    expect(await callAndRevoke(token)).toEqual([200, 401]);
  });
});
