import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { requestCall } from "@/lib/consent/deliveries/request-call";
import { removeGrant, removeGrantIn } from "@/lib/consent/grants/revoke-grants";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { perform } from "@/lib/operation/perform";
import { openExtension } from "@/lib/tenants/companies/extensions";
import { mintOrganization } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { sellerOf } from "@/test/factories/page-callers";
import { collectGarbage } from "@/test/process/collect-garbage";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { callProducts } from "@/test/requests/call-products";
import { exchange } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";
import {
  type ReceivedCall,
  type ServedExtension,
  serveExtension,
} from "@/test/requests/serve-extension";

/** Seconds between the attempts: two days in all. */
const WAITS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];
/** Runs ahead of anything else in the shared database. */
const LONG_DUE = new Date("2020-01-01T00:00:00Z");

let extension: ServedExtension;
let installation: Installation;

beforeEach(async () => {
  extension = await serveExtension();
  installation = await mintInstallation({ baseUrl: extension.baseUrl });
});

afterEach(() => extension.stop());

/** One run of each worker: it makes the calls that are due and records how they ended. */
async function attempt(deliveryId: string, workers = 1): Promise<DeliveryRow> {
  await db().delivery.update({
    where: { id: deliveryId, nextAttemptAt: { not: null } },
    data: { nextAttemptAt: LONG_DUE },
  });
  await Promise.all(Array.from({ length: workers }, () => startDeliveryWorker()()));
  return rowOf(deliveryId);
}

type DeliveryRow = Awaited<ReturnType<typeof rowOf>>;

const rowOf = (id: string) => db().delivery.findUniqueOrThrow({ where: { id } });

/** The id of a call that was stored. */
function idOf(id: string | null): string {
  if (id === null) throw new Error("No call was stored");
  return id;
}

const requestInstall = (clientId: string, companyId: number) => {
  const subject = { companyId, organizationId: null };
  return requestCall(db(), { kind: "auto_install", clientId, subject });
};

const remove = async ({ companyId, client, seller }: Installation) =>
  idOf(await removeGrant({ companyId, clientId: client.clientId, userId: seller.userId }));

/** The body of the only call that the extension has received, which must be signed. */
function onlyCall(path: string): Record<string, unknown> {
  expect(extension.received.map((call) => call.path)).toEqual([path]);
  return extension.received.map(bodyOfSigned)[0] ?? {};
}

function bodyOfSigned({ text, signature }: ReceivedCall): Record<string, unknown> {
  const { clientSecret } = installation.client;
  expect(signature).toBe(createHmac("sha256", clientSecret).update(text, "utf8").digest("hex"));
  return JSON.parse(text);
}

/** Lets an organization install the extension and remove it again. */
async function removeByOrganization(): Promise<string> {
  const { organizationId, owner } = await mintOrganization();
  const { clientId } = installation.client;
  const data = { id: newId(), clientId, organizationId, scopes: ["company/products/read"] };
  await db().grant.create({ data });
  const { userId } = owner;
  const givenBy = { companyId: null, organizationId };
  return idOf(await removeGrantIn(db(), { clientId, userId, givenBy }));
}

/** Milliseconds from a time to the next attempt. */
const waitSince = (time: number, { nextAttemptAt }: DeliveryRow) =>
  (nextAttemptAt?.getTime() ?? 0) - time;

describe("an extension that is removed", () => {
  it("by a seller is notified once, signed with its secret", async () => {
    const row = await attempt(await remove(installation));
    expect(row).toMatchObject({ attempts: 1, lastStatus: 200, lastError: null });
    expect([row.deliveredAt, row.nextAttemptAt]).toEqual([expect.any(Date), null]);
    await startDeliveryWorker()();
    const { companyId, client } = installation;
    const body = { company_id: companyId, client_id: client.clientId };
    expect(onlyCall("/fp/uninstall")).toEqual(body);
    expect(extension.received[0]?.traceparent).toBeUndefined();
  });

  it("by an organization is notified once, signed, at another path and without a company", async () => {
    const row = await attempt(await removeByOrganization());
    expect(row).toMatchObject({ attempts: 1, lastStatus: 200, companyId: null });
    await startDeliveryWorker()();
    const { grantId, companyId, client } = installation;
    const body = { organization_id: row.organizationId, client_id: client.clientId };
    expect(onlyCall("/adm/uninstall")).toEqual(body);
    const grant = await db().grant.findUniqueOrThrow({ where: { id: grantId } });
    expect(grant.revokedAt).toBeNull();
    expect(await db().delivery.count({ where: { companyId } })).toBe(0);
  });

  it("is notified unsigned if only hashes of its secrets are known", async () => {
    const { clientId } = installation.client;
    const data = { encrypted: null, encryptionKeyId: null };
    await db().clientSecret.updateMany({ where: { clientId }, data });
    expect(await attempt(await remove(installation))).toMatchObject({ lastStatus: 200 });
    expect(extension.received).toMatchObject([{ path: "/fp/uninstall", signature: "undefined" }]);
  });

  it("is notified when the call is due, although nothing wakes the worker and garbage is collected", async () => {
    const deliveryId = await remove(installation);
    const nextAttemptAt = new Date(Date.now() + 500);
    await db().delivery.update({ where: { id: deliveryId }, data: { nextAttemptAt } });
    onTestFinished(collectGarbage());
    onTestFinished(startDeliveryWorker());
    await expect.poll(() => extension.received.length).toBe(1);
  });

  it("is notified within the trace of the seller's request", async () => {
    const { companyId, client, seller } = installation;
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const removal = { companyId, clientId: client.clientId, userId: seller.userId };
    await attempt(idOf(await removeGrant(removal, { traceparent })));
    expect(extension.received).toMatchObject([{ traceparent }]);
  });

  it("is notified once even with several processes", async () => {
    // While one worker waits for the response, others look for calls that are due.
    extension.meanwhile = () => startDeliveryWorker()();
    await attempt(await remove(installation), 5);
    expect(extension.received).toHaveLength(1);
  });
});

describe("an extension without an address", () => {
  /** What a company reads about an extension that it removed. */
  const openRemoved = ({ companyId, client: { clientId } }: Installation) =>
    perform(openExtension, { params: { client_id: clientId }, caller: sellerOf(companyId) });

  it("is not called when it is installed or removed, and the seller reads of no failure", async () => {
    const { companyId, client, seller } = installation;
    const { clientId } = client;
    extension.status = 500;
    await attempt(await remove(installation));
    await pressConsent(await requestConsent(installation), seller);
    await db().client.update({ where: { clientId }, data: { baseUrl: null } });
    expect(await requestInstall(clientId, companyId)).toBeNull();
    const removal = { companyId, clientId, userId: seller.userId };
    expect(await removeGrant(removal)).toBeNull();
    expect(await openRemoved(installation)).toMatchObject({ uninstall: null });
  });

  it("gets no call that was stored when it had one", async () => {
    const { clientId } = installation.client;
    await remove(installation);
    await db().client.update({ where: { clientId }, data: { baseUrl: null } });
    await db().delivery.updateMany({ where: { clientId }, data: { nextAttemptAt: LONG_DUE } });
    await startDeliveryWorker()();
    expect(await db().delivery.count({ where: { clientId } })).toBe(0);
    expect(await openRemoved(installation)).toMatchObject({ uninstall: null });
  });
});

describe("a failed call", () => {
  it("is retried after growing delays and given up after two days", async () => {
    extension.status = 500;
    const deliveryId = await remove(installation);
    for (const [index, seconds] of WAITS.entries()) {
      const before = Date.now();
      const row = await attempt(deliveryId);
      const lastError = "The extension responded with 500.";
      expect(row).toMatchObject({ attempts: index + 1, lastStatus: 500, lastError });
      expect(row.deliveredAt).toBeNull();
      expect(waitSince(before, row)).toBeGreaterThanOrEqual(seconds * 1000);
      expect(waitSince(before, row)).toBeLessThan(seconds * 1000 + 10_000);
    }
    const last = await attempt(deliveryId);
    expect(last).toMatchObject({ attempts: 9, nextAttemptAt: null, deliveredAt: null });
    await startDeliveryWorker()();
    expect(extension.received.map(bodyOfSigned)).toHaveLength(9);
  });

  // Every SDK has the endpoint for companies, and none has that for organizations. No redirect is followed.
  it.each([
    ["seller", 404, true],
    ["seller", 302, true],
    ["organization", 500, true],
    ["organization", 404, false],
    ["organization", 405, false],
    ["organization", 501, false],
  ])(
    "after a removal by the %s, with the status %i, is retried: %s",
    async (by, status, retried) => {
      extension.status = status;
      const id = await (by === "seller" ? remove(installation) : removeByOrganization());
      const row = await attempt(id);
      expect(row).toMatchObject({ attempts: 1, lastStatus: status, deliveredAt: null });
      expect(row.nextAttemptAt !== null).toBe(retried);
      expect(extension.received).toHaveLength(1);
    },
  );

  it("is retried while nothing is listening, and arrives once something does", async () => {
    await extension.stop();
    const deliveryId = await remove(installation);
    const failed = await attempt(deliveryId);
    expect(failed).toMatchObject({ attempts: 1, lastStatus: null, deliveredAt: null });
    expect(failed.lastError).toMatch(/ECONNREFUSED/);
    extension = await serveExtension(Number(new URL(extension.baseUrl).port));
    const delivered = await attempt(deliveryId);
    expect(delivered).toMatchObject({ attempts: 2, lastStatus: 200, nextAttemptAt: null });
    expect(extension.received.map(({ path }) => path)).toEqual(["/fp/uninstall"]);
  });

  it("is retried, and was not made, for an address that is not public", async () => {
    installation = await mintInstallation({ baseUrl: "https://10.0.0.1" });
    const row = await attempt(await remove(installation));
    const lastError = "The address is not public.";
    expect(row).toMatchObject({ deliveredAt: null, lastStatus: null, lastError });
    expect(row.nextAttemptAt).not.toBeNull();
  });

  it("is delayed without naming the secret when the secret cannot be decrypted", async () => {
    const { clientId } = installation.client;
    const data = { encryptionKeyId: "a key that left the ring" };
    await db().clientSecret.updateMany({ where: { clientId }, data });
    const begin = Date.now();
    const row = await attempt(await remove(installation));
    expect(row).toMatchObject({ attempts: 1, lastStatus: null, deliveredAt: null });
    expect(row.lastError).toContain("could not be made");
    expect(waitSince(begin, row)).toBeGreaterThanOrEqual((WAITS[0] ?? 0) * 1000);
    expect(waitSince(begin, row)).toBeLessThan(60_000);
  });
});

describe("an installation without a browser", () => {
  let deliveryId: string;

  beforeEach(async () => {
    const { grantId, seller, client, companyId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { approvedBy: seller.userId } });
    const { clientId } = client;
    deliveryId = idOf(await requestInstall(clientId, companyId));
  });

  it("sends a signed code for an offline token only, because no one is signed in", async () => {
    await attempt(deliveryId);
    const events = await db().authorizationEvent.findMany({ where: { requestId: deliveryId } });
    expect(events).toMatchObject([
      { kind: "consent", outcome: "issued", reason: "authorization_code", authenticated: false },
    ]);
    const { company_id, code } = onlyCall("/fp/auto_install");
    expect(company_id).toBe(installation.companyId);
    const online = await exchange("online", installation, textOf(code));
    const offline = await exchange("offline", installation, textOf(code));
    expect([online.status, online.body.error]).toEqual([400, "invalid_grant"]);
    expect(online.body.message).toMatch(/offline-token/);
    expect((await callProducts(textOf(offline.body.access_token))).status).toBe(200);
  });

  it("sends a new code with each attempt, because a code is valid for a minute", async () => {
    extension.status = 503;
    await attempt(deliveryId);
    await attempt(deliveryId);
    const codes = extension.received.map(({ text }) => JSON.parse(text).code);
    expect(new Set(codes).size).toBe(2);
  });

  // issue-code.test.ts has the other reasons.
  it("sends no code while the company is suspended, and sends it afterwards", async () => {
    const where = { id: installation.companyId };
    await db().company.update({ where, data: { status: "suspended" } });
    const { nextAttemptAt, lastError } = await attempt(deliveryId);
    expect([nextAttemptAt !== null, extension.received]).toEqual([true, []]);
    expect(lastError).toMatch(/revoked its grant, or it or the extension is suspended/);
    await db().company.update({ where, data: { status: "active" } });
    expect((await attempt(deliveryId)).deliveredAt).not.toBeNull();
  });
});
