import { beforeEach, describe, expect, it } from "vitest";
import { dayOfToken, today } from "@/lib/kernel/crypto/tokens";
import { db } from "@/lib/kernel/db/client";
import { pool } from "@/lib/kernel/db/pool";
import { withDay } from "@/test/factories/change-day";
import { mintCode, mintCodeWithoutDay, storedHash } from "@/test/factories/mint-code";
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

  it("works the same if it encodes no day", async () => {
    const code = await mintCodeWithoutDay(installation);
    expect(await storedPartition("authorization_codes", code)).toBe("authorization_codes_0");
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
      Array.from({ length: 12 }, (_, n) => (n % 2 ? mintCode : mintCodeWithoutDay)(installation)),
    );
    const responses = await Promise.all(codes.map(redeem));
    expect(responses.map(({ status }) => status)).toEqual(codes.map(() => 200));
  });

  it.each([
    ["with a day", mintCode],
    ["without a day", mintCodeWithoutDay],
  ])("of another grant that is sent with a refresh token is rejected: %s", async (_, mint) => {
    const { grantId, ...other } = await mintInstallation();
    const code = await mint({ ...other, grantId });
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

describe("a server of the previous version", () => {
  it("stores codes without a day, which servers of this version redeem", async () => {
    const code = await mintCodeWithoutDay(installation);
    const row = await db().authorizationCode.findFirstOrThrow({
      where: { codeHash: storedHash(code) },
    });
    await pool().query("DELETE FROM authorization_codes_0 WHERE code_hash = $1", [row.codeHash]);
    await pool().query(
      `INSERT INTO authorization_codes (code_hash, client_id, company_id, grant_id, grant_epoch, user_id, scopes,
         redirect_uri, expires_at, second_use_expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        row.codeHash,
        row.clientId,
        row.companyId,
        row.grantId,
        row.grantEpoch,
        row.userId,
        row.scopes,
        row.redirectUri,
        row.expiresAt,
        row.secondUseExpiresAt,
      ],
    );
    expect((await redeem(code)).status).toBe(200);
  });

  it("cannot delete codes by ctid, which repeats across partitions", async () => {
    await mintCode(installation);
    await expect(
      pool().query("DELETE FROM authorization_codes WHERE ctid = '(0,1)'"),
    ).rejects.toThrow("rows of authorization_codes are deleted from its partitions");
  });
});
