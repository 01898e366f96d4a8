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
import { mintEvents } from "@/test/factories/mint-events";
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
  await run();
});

const run = () => cleanUp(new AbortController().signal);

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const hash = () => new Uint8Array(randomBytes(32));

/** A day, in days since 1970, that has no partition: its rows are in the default one. */
const DAY_WITHOUT_PARTITION = 1;

const ofClient = () => ({ clientId: installation.client.clientId });
const ofCompany = () => ({ ...ofClient(), companyId: installation.companyId });

const accessToken = (expiresAt: Date) =>
  mintAccessToken(installation, "offline", { day: DAY_WITHOUT_PARTITION, expiresAt });
const importedToken = (expiresAt: Date) =>
  mintImportedAccessToken(installation, "offline", { expiresAt });
const refreshToken = (columns: { expiresAt: Date } | { revokedAt: Date }) =>
  mintRefreshToken(installation, columns);

async function code(over: Date): Promise<void> {
  const text = await mintCode(installation, { expiresAt: over, secondUseExpiresAt: over });
  const where = { codeHash: storedHash(text) };
  await db().authorizationCode.updateMany({ where, data: { day: DAY_WITHOUT_PARTITION } });
}

async function session(columns: { expiresAt?: Date; endedAt?: Date }): Promise<void> {
  const { userId } = await mintUser();
  const of = { id: newId(), userId, createdAt: daysAgo(400), expiresAt: daysAgo(-1) };
  const data = { ...of, ...columns };
  await db().userSession.create({ data });
}

/** A closed invitation; accepted and revoked ones had not expired. */
const invitation = (columns: { expiresAt?: Date; acceptedAt?: Date; revokedAt?: Date }) =>
  mintInvitation(installation.organizationId, { expiresAt: daysAgo(-1), ...columns });

const authorizationRequest = (expiresAt: Date) => {
  const redirectUri = "https://shipfast.example.com/fp/auth";
  const { userId } = installation.seller;
  const columns = { id: newId(), userId, redirectUri, scopes: [], expiresAt };
  return db().authorizationRequest.create({ data: { ...ofCompany(), ...columns } });
};

const idempotentRequest = (expiresAt: Date) => {
  const { organizationId } = installation;
  const actor = `client:${installation.client.clientId}`;
  const data = { organizationId, actor, key: newId(), requestHash: hash(), expiresAt };
  return db().idempotentRequest.create({ data });
};

const delivery = (columns: { createdAt: Date; deliveredAt?: Date; nextAttemptAt?: Date }) =>
  db().delivery.create({
    data: { ...ofCompany(), id: newId(), kind: "uninstall", ...columns },
  });

const eventTotal = (hour: Date) => {
  const of = { outcome: "issued", reason: "offline", check: "" } as const;
  const data = { ...ofClient(), ...of, hour, count: 1, firstAt: hour, lastAt: hour };
  return db().eventTotal.create({ data });
};

const endedFamily = (expiresAt: Date) =>
  db().endedTokenFamily.create({ data: { familyHash: hash(), expiresAt } });
const failedAttempt = (at: Date) =>
  db().failedAttempt.create({ data: { key: newId(), points: 3, expire: BigInt(at.getTime()) } });
const setupLink = (expiresAt: Date) =>
  db().ownerSetupLink.create({ data: { tokenHash: hash(), expiresAt } });
const event = (createdAt: Date) => mintEvents(installation.client.clientId, [{ createdAt }]);
const issueResolution = (resolvedAt: Date) =>
  db().issueResolution.create({ data: { ...ofClient(), check: newId(), resolvedAt } });

/** Call totals are deleted by whole days. */
async function callTotal(startedAt: Date): Promise<void> {
  mintCall(installation, { startedAt });
  await flushCalls();
}

/** The rows of a table, how many days they are kept, the variable that changes it, and how one that is over is created. */
type Row = readonly [
  name: string,
  keptDays: number,
  setting: string | null,
  mint: (over: Date) => Promise<unknown>,
];

const rows: readonly Row[] = [
  ["access_tokens_0", 7, "ACCESS_TOKEN", importedToken],
  ["access_tokens_default", 7, "ACCESS_TOKEN", accessToken],
  ["refresh_tokens", 30, "REFRESH_TOKEN", (at) => refreshToken({ expiresAt: at })],
  ["refresh_tokens, revoked", 30, "REFRESH_TOKEN", (at) => refreshToken({ revokedAt: at })],
  ["authorization_codes_default", 30, null, code],
  ["ended_token_families", 0, null, endedFamily],
  ["authorization_requests", 1, null, authorizationRequest],
  ["user_sessions", 30, "SESSION", (at) => session({ expiresAt: at })],
  ["user_sessions, signed out", 30, "SESSION", (at) => session({ endedAt: at })],
  ["idempotent_requests", 0, null, idempotentRequest],
  ["failed_attempts", 0, null, failedAttempt],
  ["owner_setup_links", 0, null, setupLink],
  ["deliveries", 90, "DELIVERY", (at) => delivery({ createdAt: at, deliveredAt: at })],
  ["invitations, expired", 90, "INVITATION", (at) => invitation({ expiresAt: at })],
  ["invitations, accepted", 90, "INVITATION", (at) => invitation({ acceptedAt: at })],
  ["invitations, revoked", 90, "INVITATION", (at) => invitation({ revokedAt: at })],
  ["authorization_events_default", 90, "EVENT", event],
  ["issue_resolutions", 90, "EVENT", issueResolution],
  ["event_totals", 90, "EVENT", eventTotal],
];

describe("the retention period", () => {
  it("of each table keeps its rows until it ends, and then they are deleted", async () => {
    const mintAll = async (offset: number) => {
      for (const [, days, , mint] of rows) await mint(new Date(daysAgo(days).getTime() + offset));
    };
    // Must not end while the other tests of this file run.
    await mintAll(HOUR_MS);
    expect(await run()).toEqual({});
    await mintAll(-MINUTE_MS);
    const counts: Record<string, number> = {};
    for (const [name] of rows) {
      const [table = ""] = name.split(",");
      counts[table] = (counts[table] ?? 0) + 1;
    }
    expect(await run()).toEqual(counts);
  });

  it.each([
    ...rows.filter(([, , setting]) => setting),
    ["call_totals", 90, "CALL", callTotal] as const,
  ])("of %s, %s days, follows %s_RETENTION_DAYS", async (name, days, setting, mint) => {
    const [table = ""] = name.split(",");
    await mint(daysAgo(days + 2));
    // Unless they are set, the setting of events changes these too.
    const otherPeriods = { CALL_RETENTION_DAYS: "90", INVITATION_RETENTION_DAYS: "90" };
    configureTestEnv({ ...otherPeriods, [`${setting}_RETENTION_DAYS`]: String(days + 3) });
    expect(await run()).toEqual({});
    configureTestEnv();
    const alsoDeleted = table === "call_totals" ? { call_hours: 1 } : {};
    expect(await run()).toEqual({ [table]: 1, ...alsoDeleted });
  });

  it("of the API log and invitations follows that of events unless it is set", async () => {
    configureTestEnv({ EVENT_RETENTION_DAYS: "400" });
    await callTotal(daysAgo(399));
    await invitation({ revokedAt: daysAgo(399) });
    expect(await run()).toEqual({});
    configureTestEnv();
    expect(await run()).toEqual({ invitations: 1, call_totals: 1, call_hours: 1 });
  });

  it("does not apply to audit rows, clients, grants, their history, and pending calls", async () => {
    const { organizationId, seller, grantId } = installation;
    await delivery({ createdAt: daysAgo(400), nextAttemptAt: daysAgo(-1) });
    const { invitationId } = await invitation({ acceptedAt: daysAgo(400) });
    const change = { action: "invitation.created", target: `invitation:${invitationId}` };
    await mintAuditRows(organizationId, seller.userId, [change]);
    await db().client.update({ where: ofClient(), data: { deletedAt: daysAgo(400) } });
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: daysAgo(400) } });
    expect(await run()).toEqual({ invitations: 1 });
    expect(await db().auditRow.count({ where: { organizationId, ...change } })).toBe(1);
    expect(await db().client.count({ where: ofClient() })).toBe(1);
  });
});
