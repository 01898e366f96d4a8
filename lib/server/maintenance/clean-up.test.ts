import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { today } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import { log } from "@/lib/core/telemetry/log";
import { cleanUp, cleanUpInTurn, startCleanUpWorker } from "@/lib/server/maintenance/clean-up";
import { BATCH_ROWS } from "@/lib/server/maintenance/rules";
import { mintCode, mintCodeOfDay, storedHash } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintImportedAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";
import { configureTestEnv } from "@/test/process/test-env";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";

// Clean-up affects every expired row, including those of other tests.
takeOwnDatabase();

const DAY_MS = 86_400_000;

let installation: Installation;

beforeEach(async () => {
  configureTestEnv();
  installation = await mintInstallation();
  await run();
});

const run = () => cleanUp(new AbortController().signal);

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

it("an image is deleted a day after its upload unless a client, a review, or the brand uses it", async () => {
  const store = async (createdAt = new Date(0)) => {
    const id = randomBytes(32).toString("hex");
    const data = { id, contentType: "image/png", bytes: new Uint8Array([1]), createdAt };
    await db().image.create({ data });
    return id;
  };
  const [ofClient, proposed, ofBrand] = [await store(), await store(), await store()];
  const fresh = await store(new Date());
  await store();
  const where = { clientId: installation.client.clientId };
  const review = { state: "pending", proposed: { logoId: proposed } };
  await db().client.update({ where, data: { logoId: ofClient, review } });
  await db().brand.create({ data: { productName: "Acme", logoId: ofBrand } });
  await run();
  const remaining = (await db().image.findMany({ select: { id: true } })).map(({ id }) => id);
  expect(remaining.toSorted()).toEqual([ofClient, proposed, ofBrand, fresh].toSorted());
});

/** Authorize requests that are due for deletion. */
const countOver = () =>
  db().authorizationRequest.count({ where: { expiresAt: { lt: daysAgo(1) } } });

const mintMany = (count: number) =>
  pool().query(
    `INSERT INTO authorization_requests (id, client_id, company_id, redirect_uri, expires_at)
     SELECT $2 || n, $1, $4, '', now() - interval '2 days'
     FROM generate_series(1, $3::int) AS n`,
    [installation.client.clientId, newId(), count, installation.companyId],
  );

describe("security 28: a replayed code", () => {
  const usedDaysAgo = (days: number) => ({
    expiresAt: daysAgo(days),
    secondUseExpiresAt: daysAgo(days),
    offlineUsedAt: daysAgo(days),
  });

  it("still revokes its tokens until 30 days after its expiry", async () => {
    const code = await mintCode(installation, usedDaysAgo(29));
    const refreshToken = await mintRefreshToken(installation, { codeHash: storedHash(code) });
    expect(await run()).toEqual({});
    expect((await exchange("offline", installation, code)).body.error).toBe("invalid_grant");
    expect((await refresh(installation, refreshToken)).body.error).toBe("invalid_grant");
  });

  it("is unknown after that, and a refresh with it still works", async () => {
    const code = await mintCodeOfDay(installation, today() - 31, usedDaysAgo(31));
    const refreshToken = await mintRefreshToken(installation, { codeHash: storedHash(code) });
    expect(await run()).toEqual({ authorization_codes_default: 1 });
    expect((await exchange("offline", installation, code)).body.error).toBe("invalid_grant");
    expect((await refresh(installation, refreshToken, { code })).status).toBe(200);
  });

  it("is not assumed when a rotating client refreshes after the clean-up of its code", async () => {
    const { clientId } = installation.client;
    await db().client.update({ where: { clientId }, data: { refreshRotation: "confirm_on_use" } });
    const codeHash = storedHash(await mintCode(installation, usedDaysAgo(40)));
    const refreshToken = await mintRefreshToken(installation, { codeHash });
    await run();
    expect((await refresh(installation, refreshToken)).status).toBe(200);
  });
});

it("security 43: an expired token is rejected the same before and after clean-up", async () => {
  const access = await mintImportedAccessToken(installation, "offline", { expiresAt: daysAgo(8) });
  const refreshToken = await mintRefreshToken(installation, { expiresAt: daysAgo(31) });
  const expectRejections = async () => {
    const ofAccess = await callProducts(access);
    expect([ofAccess.status, ofAccess.body.error]).toEqual([401, "invalid_token"]);
    const ofRefresh = await refresh(installation, refreshToken);
    expect([ofRefresh.status, ofRefresh.body.error]).toEqual([400, "invalid_grant"]);
  };
  await expectRejections();
  expect(await run()).toEqual({ access_tokens_0: 1, refresh_tokens: 1 });
  await expectRejections();
});

/** Runs work while each batch that deletes authorize requests first runs a statement. */
async function beforeEachBatch<T>(statement: string, work: () => Promise<T>): Promise<T> {
  await asOwner((owner) =>
    owner.query(`
      CREATE FUNCTION before_batch() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN ${statement}; RETURN NULL; END $$;
      CREATE TRIGGER before_batch BEFORE DELETE ON authorization_requests EXECUTE FUNCTION before_batch()`),
  );
  try {
    return await work();
  } finally {
    await asOwner((owner) => owner.query("DROP FUNCTION before_batch() CASCADE"));
  }
}

describe("a clean-up run", () => {
  it("deletes all expired rows and logs one line with their number", async () => {
    await mintMany(2_345);
    const info = vi.spyOn(log(), "info");
    expect(await run()).toEqual({ authorization_requests: 2_345 });
    expect(info.mock.calls).toEqual([
      [{ deleted: { authorization_requests: 2_345 }, ms: expect.any(Number) }, "clean-up"],
    ]);
  });

  it("rests four times as long as a batch took before the next one", async () => {
    const batchMs = 100;
    await mintMany(2 * BATCH_ROWS);
    const begin = performance.now();
    await beforeEachBatch(`PERFORM pg_sleep(${batchMs / 1_000})`, run);
    // Two full batches, each followed by a rest.
    expect(performance.now() - begin).toBeGreaterThanOrEqual(2 * 5 * batchMs);
    expect(await countOver()).toBe(0);
  });

  it("deletes each row once when several processes run at the same time", async () => {
    await mintMany(3_000);
    const runs = await Promise.all(Array.from({ length: 4 }, run));
    const deleted = runs.map(({ authorization_requests: count = 0 }) => count);
    expect(deleted.reduce((sum, count) => sum + count)).toBe(3_000);
    expect(await countOver()).toBe(0);
  });

  it("is left out after that of another instance in the last half hour", async () => {
    await mintMany(1);
    const inTurn = () => cleanUpInTurn(new AbortController().signal);
    expect(await inTurn()).toEqual({});
    const finishedAt = new Date(Date.now() - 31 * 60_000);
    await db().finishedJob.update({ where: { job: "clean-up" }, data: { finishedAt } });
    expect(await inTurn()).toEqual({ authorization_requests: 1 });
  });

  it("skips a locked row and deletes it in the next run", async () => {
    await mintMany(1);
    const otherConnection = await pool().connect();
    await otherConnection.query("BEGIN; SELECT 1 FROM authorization_requests FOR UPDATE");
    expect(await run()).toEqual({});
    await otherConnection.query("COMMIT");
    otherConnection.release();
    expect(await run()).toEqual({ authorization_requests: 1 });
  });

  it("logs the batch of a table that fails, continues with other tables, and resumes there", async () => {
    await mintMany(2_500);
    await db().failedAttempt.create({ data: { key: newId(), points: 1, expire: 1n } });
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    const failsLater =
      "IF (SELECT count(*) FROM authorization_requests) < 2000 THEN RAISE 'not now'; END IF";
    expect(await beforeEachBatch(failsLater, run)).toEqual({
      authorization_requests: 1_000,
      failed_attempts: 1,
    });
    expect(error.mock.calls).toMatchObject([
      [{ table: "authorization_requests" }, "clean-up failed"],
    ]);
    expect(await run()).toEqual({ authorization_requests: 1_500 });
  });

  it("finishes the current batch when stopped", async () => {
    await mintMany(1_500);
    const stopping = new AbortController();
    const cleaning = cleanUp(stopping.signal);
    stopping.abort();
    await cleaning;
    expect(await countOver()).toBe(1_500);
  });
});

it("starts with the worker and ends when the worker is stopped", async () => {
  await mintMany(1);
  const stop = startCleanUpWorker();
  await expect.poll(countOver).toBe(0);
  await stop();
});
