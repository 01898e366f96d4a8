import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { flushCalls } from "@/lib/calls/flush-calls";
import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import { pool } from "@/lib/kernel/db/pool";
import { log } from "@/lib/kernel/log";
import { cleanUp } from "@/lib/maintenance/clean-up";
import { startCleanUpWorker } from "@/lib/maintenance/clean-up-worker";
import { mintUser } from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";
import { mintCall } from "@/test/factories/mint-call";
import { mintCode, mintCodeWithoutDay, storedHash } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintInvitation } from "@/test/factories/mint-invitation";
import {
  mintAccessToken,
  mintAccessTokenWithoutDay,
  mintRefreshToken,
} from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";
import { configureTestEnv } from "@/test/process/test-env";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";

// Clean-up affects every expired row, including those of other tests.
takeOwnDatabase();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let installation: Installation;

beforeEach(async () => {
  configureTestEnv();
  installation = await mintInstallation();
  await cleanUp(new AbortController().signal);
});

const run = () => cleanUp(new AbortController().signal);

describe("images", () => {
  it("are deleted a day after they were last uploaded, unless a client or the brand uses them", async () => {
    const { client } = await mintInstallation();
    const store = (createdAt = new Date(0)) => {
      const id = randomBytes(32).toString("hex");
      const data = { id, contentType: "image/png", bytes: new Uint8Array([1]), createdAt };
      return db().image.create({ data, select: { id: true } });
    };
    const [ofClient, ofBrand, unused, fresh] = await Promise.all([
      store(),
      store(),
      store(),
      store(new Date()),
    ]);
    const where = { clientId: client.clientId };
    await db().client.update({ where, data: { logoId: ofClient.id } });
    await db().brand.create({ data: { productName: "Acme", logoId: ofBrand.id } });
    await run();
    const left = await db().image.findMany({ select: { id: true } });
    expect(left.map(({ id }) => id).toSorted()).toEqual(
      [ofClient.id, ofBrand.id, fresh.id].toSorted(),
    );
    expect(left).not.toContainEqual(unused);
  });
});

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const hash = () => new Uint8Array(randomBytes(32));

/** A day, in days since 1970, that has no partition: its rows are in the default one. */
const DAY_WITHOUT_PARTITION = 1;

type Row = {
  keptDays: number;
  /** The variable that changes `keptDays`. */
  setting?: string;
  /** Creates a row that expired at this time. */
  make: (over: Date) => Promise<unknown>;
};

const rows: Record<string, Row> = {
  access_tokens_0: {
    keptDays: 7,
    setting: "ACCESS_TOKEN_RETENTION_DAYS",
    make: (expiresAt) => mintAccessTokenWithoutDay(installation, "offline", { expiresAt }),
  },
  access_tokens_default: {
    keptDays: 7,
    setting: "ACCESS_TOKEN_RETENTION_DAYS",
    make: (expiresAt) =>
      mintAccessToken(installation, "offline", { day: DAY_WITHOUT_PARTITION, expiresAt }),
  },
  refresh_tokens: {
    keptDays: 30,
    setting: "REFRESH_TOKEN_RETENTION_DAYS",
    make: (expiresAt) => mintRefreshToken(installation, { expiresAt }),
  },
  "refresh_tokens, revoked": {
    keptDays: 30,
    setting: "REFRESH_TOKEN_RETENTION_DAYS",
    make: (revokedAt) => mintRefreshToken(installation, { revokedAt }),
  },
  authorization_codes_0: {
    keptDays: 30,
    setting: "CODE_RETENTION_DAYS",
    make: (over) => mintCodeWithoutDay(installation, { expiresAt: over, secondUseExpiresAt: over }),
  },
  authorization_codes_default: {
    keptDays: 30,
    setting: "CODE_RETENTION_DAYS",
    make: async (over) => {
      const columns = { expiresAt: over, secondUseExpiresAt: over };
      const codeHash = storedHash(await mintCode(installation, columns));
      await db().authorizationCode.updateMany({
        where: { codeHash },
        data: { day: DAY_WITHOUT_PARTITION },
      });
    },
  },
  ended_token_families: {
    keptDays: 0,
    make: (expiresAt) => db().endedTokenFamily.create({ data: { familyHash: hash(), expiresAt } }),
  },
  pushed_requests: {
    keptDays: 1,
    make: (expiresAt) =>
      db().pushedRequest.create({
        data: {
          referenceHash: hash(),
          clientId: installation.client.clientId,
          issuer: "/company/1",
          parameters: "",
          expiresAt,
        },
      }),
  },
  authorization_requests: {
    keptDays: 1,
    make: (expiresAt) =>
      db().authorizationRequest.create({
        data: {
          id: newId(),
          clientId: installation.client.clientId,
          companyId: installation.companyId,
          userId: installation.seller.userId,
          redirectUri: "https://shipfast.example.com/fp/auth",
          scopes: [],
          expiresAt,
        },
      }),
  },
  user_sessions: {
    keptDays: 30,
    setting: "SESSION_RETENTION_DAYS",
    make: (expiresAt) => mintSession({ expiresAt }),
  },
  "user_sessions, signed out": {
    keptDays: 30,
    setting: "SESSION_RETENTION_DAYS",
    make: (endedAt) => mintSession({ expiresAt: daysAgo(-1), endedAt }),
  },
  idempotent_requests: {
    keptDays: 0,
    make: (expiresAt) =>
      db().idempotentRequest.create({
        data: {
          organizationId: installation.organizationId,
          actor: `client:${installation.client.clientId}`,
          key: newId(),
          requestHash: hash(),
          expiresAt,
        },
      }),
  },
  failed_attempts: {
    keptDays: 0,
    make: (over) =>
      db().failedAttempt.create({
        data: { key: newId(), points: 3, expire: BigInt(over.getTime()) },
      }),
  },
  owner_setup_links: {
    keptDays: 0,
    make: (expiresAt) => db().ownerSetupLink.create({ data: { tokenHash: hash(), expiresAt } }),
  },
  deliveries: {
    keptDays: 90,
    setting: "DELIVERY_RETENTION_DAYS",
    make: (createdAt) =>
      db().delivery.create({
        data: {
          id: newId(),
          clientId: installation.client.clientId,
          companyId: installation.companyId,
          kind: "uninstall",
          createdAt,
          deliveredAt: createdAt,
        },
      }),
  },
  "invitations, expired": {
    keptDays: 90,
    setting: "INVITATION_RETENTION_DAYS",
    make: (expiresAt) => mintEnded({ expiresAt }),
  },
  "invitations, accepted": {
    keptDays: 90,
    setting: "INVITATION_RETENTION_DAYS",
    make: (acceptedAt) => mintEnded({ acceptedAt }),
  },
  "invitations, revoked": {
    keptDays: 90,
    setting: "INVITATION_RETENTION_DAYS",
    make: (revokedAt) => mintEnded({ revokedAt }),
  },
  authorization_events_0: {
    keptDays: 90,
    setting: "EVENT_RETENTION_DAYS",
    make: (createdAt) =>
      db().authorizationEvent.create({
        data: {
          kind: "token",
          outcome: "issued",
          clientId: installation.client.clientId,
          reason: "offline",
          requestId: newId(),
          createdAt,
        },
      }),
  },
};

/** Deleted by whole days. */
const callTotals: Row = {
  keptDays: 90,
  setting: "CALL_RETENTION_DAYS",
  make: async (startedAt) => {
    mintCall(installation, { startedAt });
    await flushCalls();
  },
};

const rowsWithSetting = Object.entries({ ...rows, call_totals: callTotals }).flatMap(
  ([name, { setting, ...row }]) => (setting ? [[name, setting, row] as const] : []),
);

async function mintSession(columns: { expiresAt: Date; endedAt?: Date }): Promise<void> {
  const { userId } = await mintUser();
  await db().userSession.create({
    data: { id: newId(), userId, createdAt: daysAgo(400), ...columns },
  });
}

/** A closed invitation; accepted and revoked ones had not expired. */
const mintEnded = (columns: { expiresAt?: Date; acceptedAt?: Date; revokedAt?: Date }) =>
  mintInvitation(installation.organizationId, { expiresAt: daysAgo(-1), ...columns });

/** Pushed requests that are due for deletion. */
const countOver = () => db().pushedRequest.count({ where: { expiresAt: { lt: daysAgo(1) } } });

const mintMany = (count: number) =>
  pool().query(
    `INSERT INTO pushed_requests (reference_hash, client_id, issuer, parameters, expires_at)
     SELECT sha256(convert_to($2 || n, 'UTF8')), $1, '/', '', now() - interval '2 days'
     FROM generate_series(1, $3::int) AS n`,
    [installation.client.clientId, newId(), count],
  );

describe("the retention period", () => {
  it.each(Object.entries(rows))(
    "of %s keeps a row until it ends and then deletes it",
    async (name, { keptDays, make }) => {
      const [table = ""] = name.split(",");
      const limit = daysAgo(keptDays).getTime();
      await make(new Date(limit + MINUTE_MS));
      expect(await run()).toEqual({});
      await make(new Date(limit - MINUTE_MS));
      expect(await run()).toEqual({ [table]: 1 });
    },
  );

  it.each(rowsWithSetting)("of %s follows %s", async (name, setting, { keptDays, make }) => {
    const [table = ""] = name.split(",");
    await make(daysAgo(keptDays + 2));
    // Unless they are set, the setting of events changes these too.
    const others = { CALL_RETENTION_DAYS: "90", INVITATION_RETENTION_DAYS: "90" };
    configureTestEnv({ ...others, [setting]: String(keptDays + 3) });
    expect(await run()).toEqual({});
    configureTestEnv();
    expect(await run()).toEqual({ [table]: 1 });
  });

  it("of the API log and invitations follows that of events unless it is set", async () => {
    configureTestEnv({ EVENT_RETENTION_DAYS: "400" });
    await rows.authorization_events_0?.make(daysAgo(399));
    await callTotals.make(daysAgo(399));
    await mintEnded({ revokedAt: daysAgo(399) });
    expect(await run()).toEqual({});
    configureTestEnv();
    expect(await run()).toEqual({
      invitations: 1,
      authorization_events_0: 1,
      call_totals: 1,
    });
  });

  it("does not apply to a pending call to an extension", async () => {
    await db().delivery.create({
      data: {
        id: newId(),
        clientId: installation.client.clientId,
        companyId: installation.companyId,
        kind: "uninstall",
        createdAt: daysAgo(400),
        nextAttemptAt: daysAgo(-1),
      },
    });
    expect(await run()).toEqual({});
  });

  it("does not cover an invitation's audit rows", async () => {
    const { organizationId, seller } = installation;
    const { invitationId } = await mintInvitation(organizationId, { acceptedAt: daysAgo(400) });
    const change = { action: "invitation.created", target: `invitation:${invitationId}` };
    await mintAuditRows(organizationId, seller.userId, [change]);
    expect(await run()).toEqual({ invitations: 1 });
    expect(await db().auditRow.count({ where: { organizationId, ...change } })).toBe(1);
  });

  it("does not apply to clients, grants, and their history", async () => {
    const { clientId } = installation.client;
    await db().client.update({ where: { clientId }, data: { deletedAt: daysAgo(400) } });
    await db().grant.update({
      where: { id: installation.grantId },
      data: { revokedAt: daysAgo(400) },
    });
    expect(await run()).toEqual({});
    expect(await db().client.count({ where: { clientId } })).toBe(1);
  });
});

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
    const code = await mintCodeWithoutDay(installation, usedDaysAgo(31));
    const refreshToken = await mintRefreshToken(installation, { codeHash: storedHash(code) });
    expect(await run()).toEqual({ authorization_codes_0: 1 });
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
    const token = await mintAccessTokenWithoutDay(installation, "offline", {
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
    expect(await run()).toEqual({ pushed_requests: 2_345 });
  });

  it("logs one line with the number of deleted rows", async () => {
    await rows.pushed_requests?.make(daysAgo(2));
    const info = vi.spyOn(log(), "info");
    await run();
    expect(info.mock.calls).toEqual([
      [{ deleted: { pushed_requests: 1 }, ms: expect.any(Number) }, "clean-up"],
    ]);
  });

  it("deletes each row once when several processes run at the same time", async () => {
    await mintMany(3_000);
    const runs = await Promise.all(Array.from({ length: 4 }, run));
    const deleted = runs.map(({ pushed_requests: count = 0 }) => count);
    expect(deleted.reduce((sum, count) => sum + count)).toBe(3_000);
    expect(await countOver()).toBe(0);
  });

  it("skips a locked row and deletes it in the next run", async () => {
    await rows.pushed_requests?.make(daysAgo(2));
    const somebody = await pool().connect();
    await somebody.query("BEGIN");
    await somebody.query("SELECT 1 FROM pushed_requests FOR UPDATE");
    expect(await run()).toEqual({});
    await somebody.query("COMMIT");
    somebody.release();
    expect(await run()).toEqual({ pushed_requests: 1 });
  });

  it("continues with other tables when one fails, and logs the failure", async () => {
    await rows.pushed_requests?.make(daysAgo(2));
    await asOwner((owner) =>
      owner.query("ALTER TABLE access_tokens_0 RENAME TO access_tokens_away"),
    );
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    const deleted = await run();
    await asOwner((owner) =>
      owner.query("ALTER TABLE access_tokens_away RENAME TO access_tokens_0"),
    );
    expect(deleted).toEqual({ pushed_requests: 1 });
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
          $$ BEGIN IF (SELECT count(*) FROM pushed_requests) < 2000 THEN RAISE 'not now'; END IF; RETURN old; END $$;
        CREATE TRIGGER reject_one BEFORE DELETE ON pushed_requests EXECUTE FUNCTION reject_one()`);
      return () => asOwner((again) => again.query("DROP FUNCTION reject_one() CASCADE"));
    });
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    expect(await cleanUp(stopping.signal)).toEqual({ pushed_requests: 1_000 });
    expect(error.mock.calls).toMatchObject([[{ table: "pushed_requests" }, "clean-up failed"]]);
    await rollback();
    expect(await run()).toEqual({ pushed_requests: 1_500 });
  });

  it("finishes the current batch when stopped", async () => {
    await mintMany(1_500);
    const stopping = new AbortController();
    const ended = cleanUp(stopping.signal);
    stopping.abort();
    await ended;
    expect(await countOver()).toBe(1_500);
    expect(await cleanUp(AbortSignal.abort())).toEqual({});
  });
});

it("starts with the worker and ends when the worker is stopped", async () => {
  const token = await mintAccessTokenWithoutDay(installation, "offline", {
    expiresAt: daysAgo(8),
  });
  const stop = startCleanUpWorker();
  const tokenHash = storedHash(token);
  const isThere = async () => (await db().accessToken.count({ where: { tokenHash } })) > 0;
  await expect.poll(isThere, { timeout: 10_000 }).toBe(false);
  await stop();
});
