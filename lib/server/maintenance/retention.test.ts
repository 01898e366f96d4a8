import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { cleanUp } from "@/lib/server/maintenance/clean-up";
import { mintUser } from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";
import { mintCall } from "@/test/factories/mint-call";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintInvitation } from "@/test/factories/mint-invitation";
import {
  mintAccessToken,
  mintImportedAccessToken,
  mintRefreshToken,
} from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { configureTestEnv } from "@/test/process/test-env";

// Clean-up affects every expired row, including those of other tests.
takeOwnDatabase();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let installation: Installation;

beforeEach(async () => {
  configureTestEnv();
  installation = await mintInstallation();
  await cleanUp(new AbortController().signal);
});

const run = () => cleanUp(new AbortController().signal);

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
    make: (expiresAt) => mintImportedAccessToken(installation, "offline", { expiresAt }),
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
  authorization_codes_default: {
    keptDays: 30,
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
  authorization_events_default: {
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
  issue_resolutions: {
    keptDays: 90,
    setting: "EVENT_RETENTION_DAYS",
    make: (resolvedAt) =>
      db().issueResolution.create({
        data: { clientId: installation.client.clientId, check: newId(), resolvedAt },
      }),
  },
  event_totals: {
    keptDays: 90,
    setting: "EVENT_RETENTION_DAYS",
    make: (hour) =>
      db().eventTotal.create({
        data: {
          clientId: installation.client.clientId,
          hour,
          outcome: "issued",
          reason: "offline",
          check: "",
          count: 1,
          firstAt: hour,
          lastAt: hour,
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

describe("the retention period", () => {
  it.each(Object.entries(rows))(
    "of %s keeps a row until it ends and then deletes it",
    async (name, { keptDays, make }) => {
      const [table = ""] = name.split(",");
      const limit = daysAgo(keptDays).getTime();
      // Must not end while the other tests of this file run.
      await make(new Date(limit + HOUR_MS));
      expect(await run()).toEqual({});
      await make(new Date(limit - MINUTE_MS));
      expect(await run()).toEqual({ [table]: 1 });
    },
  );

  it.each(rowsWithSetting)("of %s follows %s", async (name, setting, { keptDays, make }) => {
    const [table = ""] = name.split(",");
    await make(daysAgo(keptDays + 2));
    // Unless they are set, the setting of events changes these too.
    const otherPeriods = { CALL_RETENTION_DAYS: "90", INVITATION_RETENTION_DAYS: "90" };
    configureTestEnv({ ...otherPeriods, [setting]: String(keptDays + 3) });
    expect(await run()).toEqual({});
    configureTestEnv();
    const alsoDeleted = table === "call_totals" ? { call_hours: 1 } : {};
    expect(await run()).toEqual({ [table]: 1, ...alsoDeleted });
  });

  it("of the API log and invitations follows that of events unless it is set", async () => {
    configureTestEnv({ EVENT_RETENTION_DAYS: "400" });
    await rows.authorization_events_default?.make(daysAgo(399));
    await callTotals.make(daysAgo(399));
    await mintEnded({ revokedAt: daysAgo(399) });
    expect(await run()).toEqual({});
    configureTestEnv();
    expect(await run()).toEqual({
      invitations: 1,
      authorization_events_default: 1,
      call_totals: 1,
      call_hours: 1,
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
