import { beforeEach, describe, expect, it } from "vitest";
import { dayOfToken, today } from "@/lib/core/crypto/tokens";
import { withDay } from "@/test/factories/change-day";
import { mintCode, mintCodeOfDay } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";
import { exchange, refresh } from "@/test/requests/call-token";
import { partitionName, storedPartition } from "@/test/requests/stored-partition";

// A test drops a partition.
takeOwnDatabase();

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const redeem = (code: string) => exchange("offline", installation, code);

/** Redeems a code twice. The second time is a replay and ends the refresh token. */
async function redeemAndReplay(code: string) {
  const first = await redeem(code);
  const replay = await redeem(code);
  const renewal = await refresh(installation, String(first.body.refresh_token));
  return [first.status, replay.body.error, renewal.body.error];
}

const REPLAYED = [200, "invalid_grant", "invalid_grant"];

describe("a code", () => {
  it("is stored under its day, works once, and is recognized when it is replayed", async () => {
    const code = await mintCode(installation);
    expect(await storedPartition("authorization_codes", code)).toBe(
      partitionName("authorization_codes", dayOfToken(code)),
    );
    expect(await redeemAndReplay(code)).toEqual(REPLAYED);
  });

  it("is unknown with another day, and still works with its own", async () => {
    const code = await mintCode(installation);
    for (const day of [0, 1, today() - 1, today() + 1, today() + 20, 2 ** 18 - 1]) {
      const { body } = await redeem(withDay(code, day));
      expect(body.error).toBe("invalid_grant");
    }
    expect((await redeem(code)).status).toBe(200);
  });

  it("is redeemed together with codes of other days, each for its own request", async () => {
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_, n) => mintCodeOfDay(installation, today() - (n % 2))),
    );
    const responses = await Promise.all(codes.map(redeem));
    expect(responses.map(({ status }) => status)).toEqual(codes.map(() => 200));
  });

  it("of another grant that is sent with a refresh token is rejected", async () => {
    const code = await mintCode(await mintInstallation());
    const refreshToken = await mintRefreshToken(installation);
    const { body } = await refresh(installation, refreshToken, { code });
    expect(body.error).toBe("invalid_grant");
    expect((await refresh(installation, refreshToken)).status).toBe(200);
  });

  it("can be issued and redeemed on a day without a partition", async () => {
    // And tomorrow's, in case the day ends meanwhile.
    const days = [today(), today() + 1]
      .map((day) => partitionName("authorization_codes", day))
      .join(", ");
    await asOwner((owner) => owner.query(`DROP TABLE ${days}`));
    const code = await mintCode(installation);
    expect(await storedPartition("authorization_codes", code)).toBe("authorization_codes_default");
    expect(await redeemAndReplay(code)).toEqual(REPLAYED);
  });
});
