import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { today } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import { log } from "@/lib/core/log";
import { cleanUp, cleanUpInTurn, startCleanUpWorker } from "@/lib/server/maintenance/clean-up";
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
  await cleanUp(new AbortController().signal);
});

const run = () => cleanUp(new AbortController().signal);

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

describe("images", () => {
  it("are deleted a day after their last upload unless a client, an open review, or the brand uses them", async () => {
    const { client } = await mintInstallation();
    const store = (createdAt = new Date(0)) => {
      const id = randomBytes(32).toString("hex");
      const data = { id, contentType: "image/png", bytes: new Uint8Array([1]), createdAt };
      return db().image.create({ data, select: { id: true } });
    };
    const [ofClient, proposed, ofBrand, unused, fresh] = await Promise.all([
      store(),
      store(),
      store(),
      store(),
      store(new Date()),
    ]);
    const where = { clientId: client.clientId };
    const review = { state: "pending", proposed: { logoId: proposed.id } };
    await db().client.update({ where, data: { logoId: ofClient.id, review } });
    await db().brand.create({ data: { productName: "Acme", logoId: ofBrand.id } });
    await run();
    const remainingImages = await db().image.findMany({ select: { id: true } });
    expect(remainingImages.map(({ id }) => id).toSorted()).toEqual(
      [ofClient.id, proposed.id, ofBrand.id, fresh.id].toSorted(),
    );
    expect(remainingImages).not.toContainEqual(unused);
  });
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

describe("security 43: expired tokens", () => {
  it("rejects an access token the same before and after clean-up", async () => {
    const token = await mintImportedAccessToken(installation, "offline", {
      expiresAt: daysAgo(8),
    });
    const before = await callProducts(token);
    expect(await run()).toEqual({ access_tokens_0: 1 });
    const after = await callProducts(token);
    for (const { status, body } of [before, after]) {
      expect({ status, error: body.error }).toEqual({ status: 401, error: "invalid_token" });
    }
  });

  it("rejects a refresh token the same before and after clean-up", async () => {
    const token = await mintRefreshToken(installation, { expiresAt: daysAgo(31) });
    const before = await refresh(installation, token);
    expect(await run()).toEqual({ refresh_tokens: 1 });
    const after = await refresh(installation, token);
    for (const { status, body } of [before, after]) {
      expect({ status, error: body.error }).toEqual({ status: 400, error: "invalid_grant" });
    }
  });
});

describe("a clean-up run", () => {
  it("deletes all expired rows, batch by batch", async () => {
    await mintMany(2_345);
    expect(await run()).toEqual({ authorization_requests: 2_345 });
  });

  it("logs one line with the number of deleted rows", async () => {
    await mintMany(1);
    const info = vi.spyOn(log(), "info");
    await run();
    expect(info.mock.calls).toEqual([
      [{ deleted: { authorization_requests: 1 }, ms: expect.any(Number) }, "clean-up"],
    ]);
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
    expect(await cleanUpInTurn(new AbortController().signal)).toEqual({});
    const finishedAt = new Date(Date.now() - 31 * 60_000);
    await db().finishedJob.update({ where: { job: "clean-up" }, data: { finishedAt } });
    expect(await cleanUpInTurn(new AbortController().signal)).toEqual({
      authorization_requests: 1,
    });
  });

  it("skips a locked row and deletes it in the next run", async () => {
    await mintMany(1);
    const somebody = await pool().connect();
    await somebody.query("BEGIN");
    await somebody.query("SELECT 1 FROM authorization_requests FOR UPDATE");
    expect(await run()).toEqual({});
    await somebody.query("COMMIT");
    somebody.release();
    expect(await run()).toEqual({ authorization_requests: 1 });
  });

  it("continues with other tables when one fails, and logs the failure", async () => {
    await mintMany(1);
    await asOwner((owner) =>
      owner.query("ALTER TABLE access_tokens_0 RENAME TO access_tokens_away"),
    );
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    const deleted = await run();
    await asOwner((owner) =>
      owner.query("ALTER TABLE access_tokens_away RENAME TO access_tokens_0"),
    );
    expect(deleted).toEqual({ authorization_requests: 1 });
    expect(error.mock.calls.map(([fields]) => fields)).toMatchObject([
      { table: "access_tokens_0" },
    ]);
  });

  it("resumes at the batch that failed", async () => {
    await mintMany(2_500);
    const stopping = new AbortController();
    const rollback = await asOwner(async (owner) => {
      // The second batch hits a row that cannot be deleted.
      await owner.query(`
        CREATE FUNCTION reject_one() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN IF (SELECT count(*) FROM authorization_requests) < 2000 THEN RAISE 'not now'; END IF; RETURN old; END $$;
        CREATE TRIGGER reject_one BEFORE DELETE ON authorization_requests EXECUTE FUNCTION reject_one()`);
      return () => asOwner((again) => again.query("DROP FUNCTION reject_one() CASCADE"));
    });
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    expect(await cleanUp(stopping.signal)).toEqual({ authorization_requests: 1_000 });
    expect(error.mock.calls).toMatchObject([
      [{ table: "authorization_requests" }, "clean-up failed"],
    ]);
    await rollback();
    expect(await run()).toEqual({ authorization_requests: 1_500 });
  });

  it("finishes the current batch when stopped", async () => {
    await mintMany(1_500);
    const stopping = new AbortController();
    const cleaning = cleanUp(stopping.signal);
    stopping.abort();
    await cleaning;
    expect(await countOver()).toBe(1_500);
    expect(await cleanUp(AbortSignal.abort())).toEqual({});
  });
});

it("starts with the worker and ends when the worker is stopped", async () => {
  const token = await mintImportedAccessToken(installation, "offline", {
    expiresAt: daysAgo(8),
  });
  const stop = startCleanUpWorker();
  const tokenHash = storedHash(token);
  const isThere = async () => (await db().accessToken.count({ where: { tokenHash } })) > 0;
  await expect.poll(isThere).toBe(false);
  await stop();
});
